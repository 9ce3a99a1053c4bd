import type { Attack } from './attack.ts';
import { endlessWriter } from './endless-writer.ts';
import { flippedBits } from './flipped-bits.ts';
import { contentOfWholeBooks } from './large-answers.ts';
import { metadataOfLargeDocuments } from './large-documents.ts';
import { inexactNumbers, inexactNumbersInOneLine, largeUploads } from './large-requests.ts';
import { stalledLog, wrongTokens } from './logs.ts';
import { sessionsWithLongNames } from './long-names.ts';
import { longSubjects } from './long-subjects.ts';
import { oddTokens } from './odd-requests.ts';
import { openDoors } from './open-doors.ts';
import { otherAccounts } from './other-account.ts';
import { linkedJournal, linkInPlaceOfArchive, plantedArchives, plantedArchivesReadOnly } from './planted-links.ts';
import { poisonedFiles } from './poisoned-files.ts';
import { auditInPostgres } from './postgres-audit.ts';
import { redirectingJudge } from './redirecting-judge.ts';
import { secretsByName } from './secrets.ts';
import { halfOpenConnections, slowBodies } from './slow-clients.ts';
import { slowPatterns } from './slow-patterns.ts';
import { swappedFolders } from './swapped-folders.ts';
import { unreadAssets, unreadLessons } from './unread-answers.ts';

export { runAttack } from './run.ts';

/** Every attack that the program must hold out against. */
export const ATTACKS: readonly Attack[] = [
  slowPatterns,
  sessionsWithLongNames,
  unreadAssets,
  unreadLessons,
  contentOfWholeBooks,
  metadataOfLargeDocuments,
  inexactNumbers,
  inexactNumbersInOneLine,
  largeUploads,
  longSubjects,
  endlessWriter,
  openDoors,
  secretsByName,
  plantedArchives,
  plantedArchivesReadOnly,
  linkInPlaceOfArchive,
  linkedJournal,
  poisonedFiles,
  otherAccounts,
  redirectingJudge,
  stalledLog,
  wrongTokens,
  halfOpenConnections,
  slowBodies,
  oddTokens,
  flippedBits,
  swappedFolders,
];

/** Attacks on a library with its journal in PostgreSQL, which not every machine has. */
export const POSTGRES_ATTACKS: readonly Attack[] = [auditInPostgres];
