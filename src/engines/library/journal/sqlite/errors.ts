import { explainSqlite, sqliteCode } from '../../../../lib/open-sqlite.ts';
import { JournalFailure, RefusedValues } from '../journal.ts';

const WHEN_DAMAGED = 'Restore it from a backup; without one, move it away, and the files in storage are taken in anew.';

/** What passes by itself: another program lets go of the file. */
const PASSING = ['5', '6'];
/** Too large, against a constraint, of another type: the next statement may do. */
const REFUSED = ['18', '19', '20', '25'];

/** An error of opening, in words that help and without the folders of this machine. */
export function explainedOpening(error: unknown, name: string): Error {
  const known = explained(error, name);
  if (known !== undefined) return known;
  const sentence = `The journal ${name} could not be brought to this version (${reasonOf(error)}). It is as it was.`;
  return new JournalFailure(sentence, { cause: error });
}

/** An error of a statement, in the same words. */
export function explainedAtWork(error: unknown, name: string): Error {
  const known = explained(error, name);
  if (known !== undefined) return known;
  const sentence = `The journal ${name} refused a statement (${reasonOf(error)}).`;
  return REFUSED.includes(sqliteCode(error))
    ? new RefusedValues(sentence, { cause: error })
    : new JournalFailure(sentence, { cause: error });
}

function explained(error: unknown, name: string): Error | undefined {
  if (error instanceof JournalFailure) return error;
  const sentence = explainSqlite(error, `The journal ${name}`, WHEN_DAMAGED);
  if (sentence === undefined) return undefined;
  return new JournalFailure(sentence, { retryable: PASSING.includes(sqliteCode(error)), cause: error });
}

/** What the system says names paths; what SQLite says does not. */
function reasonOf(error: unknown): string {
  return error instanceof Error && !('syscall' in error) ? error.message : sqliteCode(error) || 'unknown reason';
}
