import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseFile } from './sqlite-database.ts';

const PATIENCE = { timeout: 15_000, interval: 20 };

let folder: string;
let file: string;
let sqlite: InstanceType<typeof DatabaseSync>;
let opened: DatabaseFile;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quartet ü '));
  file = join(folder, 'journal?#%.sqlite');
  sqlite = new DatabaseSync(file);
  sqlite.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table t (x)');
  opened = new DatabaseFile(file, 3);
});

afterEach(async () => {
  await opened.close();
  sqlite.close();
  rmSync(folder, { recursive: true });
});

function commit(times: number) {
  for (let at = 0; at < times; at++) {
    sqlite.exec('insert into t values (randomblob(10000))');
    opened.committed();
  }
}

test('takes the log over into the file after so many commits, again and again', async () => {
  commit(2);
  const before = statSync(file).size;
  commit(1);
  await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(before + 30_000), PATIENCE);
  await vi.waitFor(() => {
    commit(3);
    expect(statSync(file).size).toBeGreaterThan(before + 60_000);
  }, PATIENCE);
}, 40_000);

test('the log does not grow for ever: what was taken over is written over', async () => {
  let written = 0;
  // SQLite starts at the top of its log again with the first commit after a checkpoint that left nothing: on a busy machine not every one does.
  const quarterOfAll = () => {
    commit(1);
    written += 10_000;
    expect(statSync(`${file}-wal`).size).toBeLessThan(written / 4);
  };
  await vi.waitFor(quarterOfAll, PATIENCE);
}, 40_000);

test('a file that was moved away is not made anew, and the thread is no loss', async () => {
  const gone = join(folder, 'gone.sqlite');
  const without = new DatabaseFile(gone, 1);
  for (let at = 0; at < 5; at++) {
    without.committed();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await without.close();
  expect(existsSync(gone)).toBe(false);
});

test('does nothing once it is closed', async () => {
  await opened.close();
  const before = statSync(file).size;
  commit(10);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(statSync(file).size).toBe(before);
});
