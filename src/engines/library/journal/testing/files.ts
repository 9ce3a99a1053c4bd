import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JournalOptions } from '../backend.ts';
import type { Journal } from '../journal.ts';
import { openSqliteJournal } from '../sqlite/sqlite-journal.ts';
import { KEYS, type OpenJournal } from './subjects.ts';

/** A journal in a folder of its own, which goes with it. */
export async function openTemporary(options: JournalOptions = {}): Promise<OpenJournal> {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'journal.db');
  let journal: Journal = await openSqliteJournal(file, { keys: KEYS, ...options });
  return {
    journal,
    async reopen() {
      await journal.close();
      journal = await openSqliteJournal(file, { keys: KEYS, ...options });
      return journal;
    },
    async close() {
      await journal.close();
      await folder.remove();
    },
  };
}

export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'quartet-journal-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
