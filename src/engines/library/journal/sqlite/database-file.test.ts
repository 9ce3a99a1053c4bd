import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseFile } from './database-file.ts';

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

test.skipIf(process.platform !== 'linux')(
  'leaves no files open, however often it does',
  async () => {
    const target = (fd: string) => {
      try {
        return readlinkSync(join('/proc/self/fd', fd));
      } catch {
        // The one that the folder itself was read through.
        return '';
      }
    };
    const open = () => readdirSync('/proc/self/fd').filter((fd) => target(fd).startsWith(file)).length;
    const openAfter = async (times: number) => {
      for (let turn = 0; turn < times; turn++) {
        commit(3);
        await vi.waitFor(() => expect(opened.isTakingOver).toBe(false), PATIENCE);
      }
      return open();
    };
    const few = await openAfter(2);
    expect(await openAfter(30)).toBeLessThanOrEqual(few);
  },
  40_000,
);

test('the log does not grow for ever: what was taken over is written over', async () => {
  let written = 0;
  // Nothing is written while the thread is at work, which takes long on a busy machine: so all is in the file when it ends, and the log begins anew.
  const quarterOfAll = () => {
    if (!opened.isTakingOver) {
      commit(1);
      written += 10_000;
    }
    expect(statSync(`${file}-wal`).size).toBeLessThan(written / 4);
  };
  await vi.waitFor(quarterOfAll, PATIENCE);
}, 40_000);

test('the log begins anew before the next commit, which would wait for its header to be on the disk', async () => {
  const salt = () => readFileSync(`${file}-wal`).toString('hex', 16, 24);
  const before = salt();
  commit(3);
  await vi.waitFor(() => expect(salt()).not.toBe(before), PATIENCE);
  expect(sqlite.prepare('select count(*) as count from t').all()).toEqual([{ count: 3 }]);
}, 40_000);

test('what somebody was reading is taken over soon after, not with the next turn', async () => {
  const seldom = new DatabaseFile(file, 1000);
  const reader = new DatabaseSync(file);
  reader.exec('begin');
  reader.prepare('select count(*) from t').get();
  const insert = () => {
    sqlite.exec('insert into t values (randomblob(10000))');
    seldom.committed();
  };
  for (let at = 0; at < 1000; at++) insert();
  const taken = () => statSync(file).size;
  const before = taken();
  // The thread has ended once the rest is due, which it does not tell: so many are too few for another turn.
  await vi.waitFor(() => expect(seldom.isTakingOver).toBe(false), PATIENCE);
  reader.exec('rollback');
  reader.close();
  expect(taken()).toBe(before);
  for (let at = 0; at < 100; at++) insert();
  await vi.waitFor(() => expect(taken()).toBeGreaterThan(10_000_000), PATIENCE);
  await seldom.close();
}, 40_000);

test('what came while the log was taken over is taken over in a pause, once', async () => {
  const reader = new DatabaseSync(file);
  reader.exec('begin');
  reader.prepare('select count(*) from t').get();
  commit(3);
  await vi.waitFor(() => expect(opened.isTakingOver).toBe(false), PATIENCE);
  reader.exec('rollback');
  reader.close();
  const before = statSync(file).size;
  await opened.pause();
  expect(statSync(file).size).toBeGreaterThan(before + 30_000);
  void opened.pause();
  expect(opened.isTakingOver).toBe(false);
}, 40_000);

test('nobody pauses a second time for somebody who goes on reading', async () => {
  const reader = new DatabaseSync(file);
  reader.exec('begin');
  reader.prepare('select count(*) from t').get();
  commit(3);
  await vi.waitFor(() => expect(opened.isTakingOver).toBe(false), PATIENCE);
  await opened.pause();
  void opened.pause();
  expect(opened.isTakingOver).toBe(false);
  reader.close();
}, 40_000);

test('a commit counts by its changes', async () => {
  sqlite.exec('insert into t values (randomblob(100000))');
  const before = statSync(file).size;
  opened.committed(2);
  expect(opened.isTakingOver).toBe(false);
  opened.committed(7);
  expect(opened.isTakingOver).toBe(true);
  await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(before + 90_000), PATIENCE);
}, 40_000);

test('a long log that killed processes have left is taken over by the next one', async () => {
  for (let at = 0; at < 150; at++) sqlite.exec('insert into t values (randomblob(10000))');
  expect(statSync(file).size).toBeLessThan(10_000);
  opened.hold();
  await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(1_500_000), PATIENCE);
}, 40_000);

test('a log that was moved away when the thread first looked is taken over once it is back', async () => {
  commit(2);
  renameSync(`${file}-wal`, `${file}-away`);
  renameSync(`${file}-shm`, `${file}-shm-away`);
  opened.committed();
  await vi.waitFor(() => expect(opened.isTakingOver).toBe(false), PATIENCE);
  renameSync(`${file}-away`, `${file}-wal`);
  renameSync(`${file}-shm-away`, `${file}-shm`);
  const before = statSync(file).size;
  commit(3);
  await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(before + 30_000), PATIENCE);
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
