import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { type Damage, DISGUISES, type Fault, moveAside, type Part, replace, restrict } from './damage.ts';
import type { Ground } from './ground.ts';

const PARTS = ['', '-wal', '-shm'];
const ALL: readonly Part[] = ['changes', 'reads', 'archives', 'start'];
/** Longer than the server waits for a lock. */
const LONG_LOCK_MS = 11_000;
const SHORT_LOCK_MS = 300;

/** What happens to the journal and to the key of its audit log. */
export const JOURNAL_FAULTS: readonly Fault[] = [
  { name: 'journal locked for a moment', strike: (ground) => locked(ground, SHORT_LOCK_MS, []) },
  { name: 'journal locked', strike: (ground) => locked(ground, LONG_LOCK_MS, ALL) },
  { name: 'journal gone', strike: gone },
  { name: 'log of the journal gone', strike: logGone },
  ...['', '-wal'].map((part) => ({
    name: `journal${part} without rights`,
    strike: (ground: Ground) => {
      const mend = restrict(ground.journal + part, 0o000);
      // A server that ends well takes the log away.
      const verify = part === '-wal' ? /clean|journal/ : /journal/;
      return { what: `the journal${part} may not be used`, mayFail: ALL, verify, mend };
    },
  })),
  {
    name: 'journal unwritable',
    strike: (ground) => {
      const mend = restrict(ground.journal, 0o444);
      return { what: 'the journal cannot be written', mayFail: ALL, verify: /journal/, mend };
    },
  },
  {
    name: 'folder of the journal unwritable',
    strike: (ground) => {
      const mend = restrict(dirname(ground.journal), 0o555);
      return {
        what: 'the folder of the journal cannot be written',
        mayFail: ALL,
        verify: /clean|journal|storage/,
        mend,
      };
    },
  },
  ...DISGUISES.map((disguise) => ({
    name: `journal replaced by a ${disguise}`,
    strike(ground: Ground) {
      const mend = replace(ground, ground.journal, disguise);
      // A link to a journal is one where the operator names its file.
      const verify = disguise.endsWith('link') && ground.journalDisk ? /clean|journal/ : /journal/;
      return { what: `the journal is a ${disguise}`, mayFail: ALL, verify, mend, misleads: true };
    },
  })),
  ...DISGUISES.map((disguise) => ({
    name: `key replaced by a ${disguise}`,
    isPossible: ({ journalDisk }: Ground) => journalDisk === undefined,
    strike(ground: Ground) {
      const mend = replace(ground, ground.at('.quartet', 'audit.key'), disguise);
      return { what: `the key is a ${disguise}`, mayFail: ['start'] as const, verify: /key/, mend };
    },
  })),
  {
    name: 'key gone',
    strike(ground: Ground) {
      const mend = moveAside(ground, ground.at('.quartet', 'audit.key'));
      return { what: 'the key is gone', mayFail: ['start'], verify: /key/, mend };
    },
  },
];

/** Another program keeps the journal locked: calls wait for a while, and work as soon as it lets go. */
function locked(ground: Ground, ms: number, mayFail: readonly Part[]): Damage {
  const other = new DatabaseSync(ground.journal);
  other.exec('begin immediate');
  const free = () => {
    if (!other.isOpen) return;
    other.exec('rollback');
    other.close();
  };
  const timer = setTimeout(free, ms);
  const mend = () => {
    clearTimeout(timer);
    free();
    return false;
  };
  return { what: `the journal is locked for ${ms} ms`, mayFail, verify: /clean|locked/, mend };
}

/** The journal with all that belongs to it is moved away; a server that starts meanwhile makes another. */
function gone(ground: Ground): Damage {
  const moved = PARTS.map((part) => ground.journal + part).filter((file) => existsSync(file));
  for (const file of moved) renameSync(file, ground.asideOf(file));
  const mend = () => {
    for (const part of PARTS) rmSync(ground.journal + part, { force: true });
    for (const file of moved) renameSync(ground.asideOf(file), file);
    return false;
  };
  return { what: 'the journal is gone', mayFail: ALL, verify: /clean|journal/, mend, misleads: true };
}

/** Without its log nobody else may touch the journal: SQLite would begin another. */
function logGone(ground: Ground): Damage {
  const mend = moveAside(ground, `${ground.journal}-wal`);
  return { what: 'the log of the journal is gone', mayFail: ALL, mend, isForServerOnly: true };
}
