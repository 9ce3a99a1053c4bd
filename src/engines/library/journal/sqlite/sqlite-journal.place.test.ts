import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal } from '../journal.ts';
import { temporaryFolder } from '../testing/files.ts';
import { carryOut, lesson, reading } from '../testing/subjects.ts';
import { openSqliteJournal } from './sqlite-journal.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let file: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder.path, 'journal.db');
});
afterEach(() => folder.remove());

describe('an open journal', () => {
  let journal: Journal;

  beforeEach(async () => {
    journal = await openSqliteJournal(file);
    await carryOut(journal, lesson(1), '', 'a');
  });
  afterEach(() => journal.close());

  for (const part of ['', '-wal']) {
    it(`whose file${part} was moved away records nothing until it is back`, async () => {
      await rename(file + part, `${file}.away`);
      const gone = { name: 'JournalFailure', message: expect.stringContaining(`journal.db${part} of the journal was`) };
      await expect(carryOut(journal, lesson(2), '', 'b')).rejects.toMatchObject(gone);
      await expect(journal.note([reading(lesson(1))])).rejects.toMatchObject(gone);
      expect(await journal.get(lesson(1))).toBeDefined();
      await rename(`${file}.away`, file + part);
      await carryOut(journal, lesson(2), '', 'b');
      expect(await journal.verifyChain('ai')).toMatchObject({ valid: true, entries: 2 });
    });
  }

  it('whose file was replaced by another one records nothing', async () => {
    await copyFile(file, `${file}.copy`);
    await rename(`${file}.copy`, file);
    await expect(carryOut(journal, lesson(2), '', 'b')).rejects.toThrow('moved away or replaced');
  });

  it('whose file became a link to where it was moved records nothing: whoever follows the link has another log', async () => {
    await rename(file, `${file}.away`);
    await symlink(`${file}.away`, file);
    await expect(carryOut(journal, lesson(2), '', 'b')).rejects.toThrow('moved away or replaced');
    await rename(`${file}.away`, file);
    await carryOut(journal, lesson(2), '', 'b');
    expect(await journal.verifyChain('ai')).toMatchObject({ valid: true, entries: 2 });
  });

  it('whose folder cannot be found any more records nothing', async () => {
    await rename(dirname(file), `${dirname(file)}-away`);
    await expect(carryOut(journal, lesson(2), '', 'b')).rejects.toThrow('moved away or replaced');
    await rename(`${dirname(file)}-away`, dirname(file));
    await carryOut(journal, lesson(2), '', 'b');
  });
});

describe('opening', () => {
  it('refuses a link with a log beside it, which belongs to the file that was there', async () => {
    const running = await openSqliteJournal(file);
    await carryOut(running, lesson(1), '', 'a');
    await rename(file, `${file}.away`);
    await symlink(`${file}.away`, file);
    for (const readOnly of [false, true])
      await expect(openSqliteJournal(file, { readOnly })).rejects.toThrow('its log journal.db-wal lies beside it');
    await rename(`${file}.away`, file);
    await running.close();
  });

  it.skipIf(process.platform === 'win32')('refuses a pipe at once, since nobody may ever write into it', async () => {
    execFileSync('mkfifo', [file]);
    await expect(openSqliteJournal(file)).rejects.toThrow('The journal journal.db cannot be opened.');
    await rm(file);
    await mkdir(file);
    await expect(openSqliteJournal(file)).rejects.toThrow('The journal journal.db cannot be opened.');
  });

  it('only to look makes no journal where there is none, and says so', async () => {
    const journal = await openSqliteJournal(file, { readOnly: true });
    expect(await journal.books()).toEqual([]);
    expect(await journal.problems()).toEqual([expect.stringContaining('journal.db is missing')]);
    await journal.close();
    expect(existsSync(file)).toBe(false);
  });
});

it.skipIf(process.platform !== 'linux')(
  'a journal that is named by a link syncs the log beside the file itself',
  async () => {
    const link = join(dirname(file), 'link.db');
    await symlink(file, link);
    const synced: number[] = [];
    const journal = await openSqliteJournal(link, {
      syncLog: async (handle) => void synced.push((await handle.stat()).ino),
    });
    await carryOut(journal, lesson(1), '', 'a');
    expect(new Set(synced)).toEqual(new Set([(await stat(`${file}-wal`)).ino]));
    await journal.close();
  },
);
