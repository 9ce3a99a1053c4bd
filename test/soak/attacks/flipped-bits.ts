import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Attack } from './attack.ts';
import { flood } from './floods.ts';

export const flippedBits: Attack = {
  over: 'http',
  rule: 'a single bit that fell over and changes what the journal says is found by verify',
  scopes: 'fs:read fs:write',
  async run({ call }) {
    await flood(60, 4, async (index) => {
      const lesson = { book_id: `book-${index % 3}`, path: `content/01-Part/01-Chapter/${10 + index}-lesson.md` };
      await call('write_content', { ...lesson, content: `# Lesson ${index}\n` });
      await call('read_content', lesson);
    });
  },
  async inspect({ root, folder, times, quartet }) {
    const verify = (at: string) => quartet(['books', 'verify', '--root', at]);
    const sound = await verify(root);
    if (sound.code !== 0) throw new Error(`verify finds fault with a sound journal: ${sound.stdout}`);
    const bytes = readFileSync(join(root, '.quartet', 'journal.db'));
    const said = saidBy(bytes, join(folder, 'sound.db'));
    const missed: string[] = [];
    const flips = times(80);
    await flood(flips, 2, async (index) => {
      const copy = join(folder, `library-${index}`);
      const bit = Math.floor(((index + 0.5) * bytes.length * 8) / flips);
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8(damaged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      // A bit in a place that nothing uses is nobody's loss.
      if (saidBy(damaged, join(folder, `damaged-${index}.db`)) === said) return;
      cpSync(root, copy, { recursive: true });
      writeFileSync(join(copy, '.quartet', 'journal.db'), damaged);
      if ((await verify(copy)).code === 0) missed.push(`byte ${bit >> 3}, bit ${bit & 7}`);
    });
    if (missed.length > 0)
      throw new Error(`verify did not find ${missed.length} of ${flips} flips: ${missed.join('; ')}`);
  },
};

/**
 * What `verify` cannot judge: how the disk calls a file's state (where that is wrong, as after a copy, the file is looked at again), and the
 * last stamp of a book as long as it is later than those of its files.
 */
const UNCHECKED: ReadonlySet<string> = new Set(['version', 'last_stamp']);
const STAMPS_IN_ORDER = `select book_id, last_stamp glob '2[0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9]Z'
  and last_stamp >= (select max(last_written_at) from file_journal where file_journal.book_id = audit_chain.book_id) as ordered
  from audit_chain`;

/** All that a database holds, as text, or what is wrong with it. */
function saidBy(bytes: Buffer, file: string): string {
  writeFileSync(file, bytes);
  try {
    const database = new DatabaseSync(file);
    const all = (query: string) => JSON.stringify(database.prepare(query).all(), asText);
    try {
      const tables = database
        .prepare("select name from sqlite_schema where type = 'table' and name not like 'journal_migration%'")
        .all() as {
        name: string;
      }[];
      const rows = tables.map(({ name }) => `${name} ${all(`select rowid, * from "${name}"`)}`);
      const schema = all('select type, name, rootpage, sql from sqlite_schema');
      return [all('pragma integrity_check'), schema, all(STAMPS_IN_ORDER), ...rows].join('\n');
    } finally {
      database.close();
    }
  } catch (error) {
    return String(error);
  }
}

function asText(name: string, value: unknown): unknown {
  if (UNCHECKED.has(name)) return undefined;
  return typeof value === 'bigint' ? String(value) : value;
}
