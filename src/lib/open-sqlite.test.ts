import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { explainSqlite, isBusy, openSqlite, sqliteCode, whenFree } from './open-sqlite.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quartet-sqlite-'));
  file = join(folder, 'new', 'data.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it was opened'),
    (error: unknown) => explainSqlite(error, 'The list', 'Throw it away.'),
  );

describe('opening', () => {
  test('makes the folder and sets the pragmas', async () => {
    const db = await openSqlite(file, ['journal_mode = wal', 'synchronous = normal']);
    expect(db.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(db.prepare('pragma synchronous').get()).toEqual({ synchronous: 1 });
    db.close();
  });

  test.skipIf(process.platform === 'win32')('refuses a pipe at once', async () => {
    const pipe = join(folder, 'pipe.db');
    execFileSync('mkfifo', [pipe]);
    expect(await failureOf(openSqlite(pipe, []))).toMatch(/^The list cannot be opened\. /);
  });

  test('refuses what is no database, also when the log of one lies beside it', async () => {
    const db = await openSqlite(file, ['journal_mode = wal']);
    db.exec('create table t (x)');
    const other = join(folder, 'other.db');
    copyFileSync(`${file}-wal`, `${other}-wal`);
    db.close();
    writeFileSync(other, 'not what you expect');
    expect(await failureOf(openSqlite(other, []))).toMatch(/^The list is not an SQLite database\. /);
  });

  test('refuses a folder, and a place below a file', async () => {
    mkdirSync(file, { recursive: true });
    expect(await failureOf(openSqlite(file, []))).toMatch(/^The list cannot be opened\. /);
    const other = join(folder, 'data.db');
    (await openSqlite(other, [])).close();
    expect(await failureOf(openSqlite(join(other, 'below.db'), []))).toMatch(/^The list cannot be opened\. /);
  });

  test('waits for another connection without stopping the thread', async () => {
    (await openSqlite(file, [])).close();
    const other = new DatabaseSync(file);
    other.exec('begin exclusive');
    const opening = openSqlite(file, ['journal_mode = wal']);
    let opened = false;
    void opening.then(() => {
      opened = true;
    });
    for (let turns = 0; turns < 5; turns++) await sleep(10);
    expect(opened).toBe(false);
    other.exec('commit');
    (await opening).close();
    other.close();
  });
});

test('only a locked database is tried again', async () => {
  const locked = Object.assign(new Error('locked'), { errcode: 5 + 256 });
  let tries = 0;
  const value = await whenFree(() => {
    tries++;
    if (tries < 3) throw locked;
    return 'done';
  });
  expect([value, tries, isBusy(locked)]).toEqual(['done', 3, true]);
  const other = Object.assign(new Error('damaged'), { errcode: 11 });
  await expect(
    whenFree(() => {
      tries++;
      throw other;
    }),
  ).rejects.toBe(other);
  expect(tries).toBe(4);
});

describe('explaining', () => {
  test.each([
    [{ errcode: 5 }, 'The list is locked by another program. Close that program, or wait until it is done.'],
    [{ errcode: 8 + 256 }, 'The list is read-only. Give this user the right to write the file and its folder.'],
    [{ errcode: 11 }, 'The list is damaged. Throw it away.'],
    [{ code: 'ENOSPC' }, 'The list does not fit on the disk. Make room there.'],
    [{ errcode: 1 }, undefined],
    [{}, undefined],
  ])('%j: %s', (fields, sentence) => {
    expect(explainSqlite(Object.assign(new Error('x'), fields), 'The list', 'Throw it away.')).toBe(sentence);
  });

  test('tells SQLite’s number, the system’s code, or nothing', () => {
    const codes = [{ errcode: 8 + 256 }, { code: 'EIO' }, {}].map((fields) =>
      sqliteCode(Object.assign(new Error('x'), fields)),
    );
    expect(codes).toEqual(['8', 'EIO', '']);
    expect(sqliteCode('odd')).toBe('');
  });
});
