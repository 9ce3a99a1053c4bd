import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { openStore } from './open.ts';
import { migrate, STEPS } from './schema.ts';
import { Sqlite } from './sqlite.ts';
import { NOON, problem, temporaryFile } from './testing/problems.ts';

const options = { now: () => NOON };

test('B5 the database uses WAL and lets others wait', async () => {
  const file = temporaryFile();
  const store = await openStore(file, options);
  store.close();
  const db = new DatabaseSync(file);
  expect(db.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(db.prepare('pragma user_version').get()).toEqual({ user_version: STEPS.length });
  db.close();
});

test('migrations go on from where a database stands, and keep what is in it', () => {
  const file = temporaryFile();
  const db = new Sqlite(new DatabaseSync(file));
  migrate(db, STEPS.slice(0, 1));
  db.run("insert into problems (id, slug, sort_key) values ('1', 'one', '1')");
  migrate(db);
  migrate(db);
  expect(db.get('select source, id from problems')).toEqual({ source: 'leetcode', id: '1' });
  db.close();
});

test('a problem that was there before the search tables can be found by them', () => {
  const db = new Sqlite(new DatabaseSync(temporaryFile()));
  migrate(db, STEPS.slice(0, 1));
  const insert = 'insert into problems (id, slug, title, tags, sort_key) values (?, ?, ?, ?, ?)';
  db.run(insert, '1', 'one', 'Counting sheep', '["Math"]', '1');
  migrate(db);
  expect(db.all("select rowid from problem_words where problem_words match 'count'")).toHaveLength(1);
  expect(db.all("select rowid from problem_pieces where problem_pieces match 'hee'")).toHaveLength(1);
  expect(db.all('select tag from problem_tags')).toEqual([{ tag: 'math' }]);
  db.close();
});

test('a step that fails leaves the database as it was', () => {
  const db = new Sqlite(new DatabaseSync(temporaryFile()));
  expect(() => migrate(db, [...STEPS, 'create table extra (a); create table problems (b);'])).toThrow(/already exists/);
  expect(db.get('pragma user_version')).toEqual({ user_version: 0 });
  expect(db.all("select name from sqlite_master where type = 'table'")).toEqual([]);
  db.close();
});

test('a database of a newer version is refused', async () => {
  const file = temporaryFile();
  const db = new DatabaseSync(file);
  db.exec('pragma user_version = 99');
  db.close();
  await expect(openStore(file, options)).rejects.toThrow('written by a newer version of Quartet. Update Quartet');
});

test('a file that is no database is refused by name, without its folder', async () => {
  const file = temporaryFile();
  writeFileSync(file, 'not a database, but long enough to be taken for one at first sight'.repeat(20));
  await expect(openStore(file, options)).rejects.toThrow(
    'The judge database judge.db is not an SQLite database. Name another file, or move this one away.',
  );
  await expect(openStore(join(file, 'below', 'judge.db'), options)).rejects.toThrow(/judge\.db cannot be opened/);
});

test('a token is accepted while another process writes, without waiting for it', async () => {
  const file = temporaryFile();
  const store = await openStore(file, options);
  const token = store.tokens.create('test');
  const other = new DatabaseSync(file);
  other.exec('begin immediate');
  expect(store.tokens.accepts(token)).toBe(true);
  expect(store.tokens.list()[0]?.last_used_at).toBeNull();
  other.exec('commit');
  other.close();
  expect(store.tokens.accepts(token)).toBe(true);
  expect(store.tokens.list()[0]?.last_used_at).not.toBeNull();
  store.close();
});

test('B5 two processes open and write one file at the same time', async () => {
  const file = temporaryFile();
  const script = `${file}.mjs`;
  await build({
    stdin: { contents: CHILD, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: script,
    plugins: [
      {
        name: 'driver',
        setup({ onResolve }) {
          onResolve({ filter: /^@photostructure\/sqlite$/ }, () => ({ path: DRIVER, external: true }));
        },
      },
    ],
  });
  const children = ['atcoder', 'spoj'].map((source) =>
    spawn(process.execPath, [script, file, source], { stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  const store = await openStore(file, options);
  for (let i = 0; i < 100; i++) store.write([problem({ id: String(i) })], 'keep');
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as number));
  expect(codes).toEqual([0, 0]);
  expect(['leetcode', 'atcoder', 'spoj'].map((source) => store.count(source))).toEqual([100, 100, 100]);
  store.close();
});

const DRIVER = import.meta.resolve('@photostructure/sqlite');

const CHILD = `
import { openStore } from './open.ts';
import { naturalKey } from './natural.ts';
const [file, source] = process.argv.slice(2);
const store = await openStore(file, { now: () => new Date(0) });
for (let i = 0; i < 100; i++) {
  const id = String(i);
  store.write([{ source, id, slug: naturalKey(id), tags: ['x'], similar_questions: [], title: null, title_cn: null,
    difficulty: null, ac_rate: null, rating: null, contest: null, problem_index: null, link: null, category: null,
    paid_only: null, content: null, content_cn: null }], 'keep');
}
store.close();
`;
