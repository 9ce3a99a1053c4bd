import { rm, stat } from 'node:fs/promises';
import { temporaryCopy } from '../../../engines/library/journal/sqlite/copy.ts';
import { isAbsence } from '../../../lib/errno.ts';
import { explainSqlite } from '../../../lib/open-sqlite.ts';

const MOST_BYTES = 256 * 1024 * 1024;

/** What is known of a database after a quick check, and what is wrong with a damaged one. */
interface Verdict {
  readonly is: 'absent' | 'sound' | 'large' | 'damaged';
  readonly how?: string;
  /** The answer of a sound one to a question for numbers. */
  readonly row?: Readonly<Record<string, number>> | undefined;
}

/** Checks a copy of a database: SQLite writes beside what it reads, and here nothing may be changed. */
export async function quickCheck(file: string, subject: string, question = 'select 1'): Promise<Verdict> {
  const facts = await stat(file).catch((error: unknown) => {
    if (!isAbsence(error)) throw error;
  });
  if (facts === undefined) return { is: 'absent' };
  if (!facts.isFile()) return { is: 'damaged', how: `${subject} is not a file.` };
  if (facts.size > MOST_BYTES) return { is: 'large' };
  const { DatabaseSync } = await import('@photostructure/sqlite');
  const { folder, copy } = await temporaryCopy(file);
  try {
    const db = new DatabaseSync(copy);
    try {
      const rows = db.prepare('pragma quick_check(3)').all() as { quick_check: string }[];
      const problems = rows.map(({ quick_check }) => quick_check).filter((row) => row !== 'ok');
      if (problems.length > 0) return { is: 'damaged', how: problems.join('; ') };
      return { is: 'sound', row: db.prepare(question).get() as Verdict['row'] };
    } finally {
      db.close();
    }
  } catch (error) {
    const how = explainSqlite(error, subject, '')?.trim() ?? (error as Error).message;
    return { is: 'damaged', how };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
