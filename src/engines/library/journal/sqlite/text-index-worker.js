// Plain JavaScript, because a worker thread starts from a file that Node itself can read.
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';

/** Empty for an index that lives as long as the thread, wherever the system has room for it. */
const file = workerData;
const DAMAGED = new Set([11, 26]);
const NEW_SHAPE = 'The index has another shape.';
const SHAPE = 1;

const PRAGMAS = [
  'busy_timeout = 10000',
  'journal_mode = wal',
  'synchronous = normal',
  'journal_size_limit = 4194304',
  'foreign_keys = on',
];

const TABLES = `
  create table state (only_row integer primary key check (only_row = 1), shape integer not null, generation text not null) strict;
  create table lesson (
    id integer primary key, book_id text not null, user_id text not null, path text not null, sha256 text not null, stamp text not null,
    title text not null, passages integer not null, unique (book_id, user_id, path)
  ) strict;
  create table passage (
    id integer primary key, lesson_id integer not null references lesson, section text not null, line integer not null,
    start_at integer not null, end_at integer not null
  ) strict;
  create index passage_lesson on passage (lesson_id);
  create virtual table word using fts5(heading, above, body, content = '', contentless_delete = 1, tokenize = 'ascii');
`;

let database;

parentPort.on('message', ({ id, request }) => {
  try {
    parentPort.postMessage({ id, answer: answerTo(request) });
  } catch (error) {
    parentPort.postMessage({ id, failure: String(error.message) });
  }
});

function answerTo(request) {
  if (request.kind === 'close') return close();
  if (request.kind === 'problems' && database === undefined && !existsSync(file)) return [];
  try {
    database ??= opened();
    return OPERATIONS[request.kind](request);
  } catch (error) {
    if (request.kind === 'problems') return [String(error.message)];
    if (!DAMAGED.has(Number(error.errcode) & 0xff) && error.message !== NEW_SHAPE) throw error;
  }
  // It is made anew from the lessons.
  dropFile();
  database = opened();
  return OPERATIONS[request.kind](request);
}

function opened() {
  // SQLite would make it without the group's rights.
  if (file !== '') closeSync(openSync(file, 'a'));
  const sqlite = new DatabaseSync(file);
  try {
    for (const pragma of PRAGMAS) sqlite.exec(`pragma ${pragma}`);
    inTransaction(sqlite, () => makeTables(sqlite));
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function makeTables(sqlite) {
  const isNew = sqlite.prepare("select count(*) as tables from sqlite_schema where name = 'state'").get().tables === 0;
  if (isNew) {
    sqlite.exec(TABLES);
    sqlite.prepare('insert into state values (1, ?, ?)').run(SHAPE, randomUUID());
  }
  if (sqlite.prepare('select shape from state').get()?.shape !== SHAPE) throw new Error(NEW_SHAPE);
}

function close() {
  database?.close();
  database = undefined;
  return null;
}

function dropFile() {
  close();
  for (const part of file === '' ? [] : ['', '-wal', '-shm']) rmSync(file + part, { force: true });
}

function inTransaction(sqlite, work) {
  sqlite.exec('begin immediate');
  try {
    work();
    sqlite.exec('commit');
  } catch (error) {
    if (sqlite.isTransaction) sqlite.exec('rollback');
    throw error;
  }
}

const statements = new Map();
let preparedFor;

function prepared(sql) {
  if (preparedFor !== database) statements.clear();
  preparedFor = database;
  if (!statements.has(sql)) statements.set(sql, database.prepare(sql));
  return statements.get(sql);
}

const generation = () => prepared('select generation from state').get().generation;

const OPERATIONS = {
  generation,

  lessons: ({ bookId, userId }) =>
    prepared('select path, sha256, stamp from lesson where book_id = ? and user_id = ?').all(bookId, userId),

  put({ lessons }) {
    inTransaction(database, () => {
      for (const lesson of lessons) if (removed(lesson)) insert(lesson);
    });
    return null;
  },

  remove({ lessons }) {
    inTransaction(database, () => lessons.forEach(removed));
    return null;
  },

  search: ({ match, bookId, userId, limit, offset }) => ({
    passages: prepared(SEARCH).all(match, bookId, bookId, userId, userId, limit, offset),
    generation: generation(),
  }),

  problems() {
    const [{ quick_check: verdict }] = database.prepare('pragma quick_check(1)').all();
    if (verdict !== 'ok') return [String(verdict)];
    database.exec("insert into word (word) values ('integrity-check')");
    const [{ wrong }] = database.prepare(WRONG).all();
    return wrong > 0 ? [`${wrong} lessons have other passages than were indexed`] : [];
  },

  clear() {
    // In place, so that other processes with the file open notice it.
    inTransaction(database, () => {
      for (const table of ['word', 'passage', 'lesson', 'state']) database.exec(`drop table ${table}`);
      makeTables(database);
    });
    return null;
  },
};

/** A heading weighs more than what is below it. */
const SEARCH = `select book_id as bookId, user_id as userId, path, sha256, stamp, title, section, line, start_at as start, end_at as "end"
  from word join passage on passage.id = word.rowid join lesson on lesson.id = lesson_id
  where word match ? and (? is null or book_id = ?) and (user_id = ? or (user_id = '__base__' and not exists (
    select 1 from lesson as own where own.book_id = lesson.book_id and own.user_id = ? and own.path = lesson.path)))
  order by bm25(word, 5, 2, 1), book_id, path, start_at limit ? offset ?`;

const WRONG = `select (select count(*) from lesson
    where passages <> (select count(*) from passage join word on word.rowid = passage.id where lesson_id = lesson.id))
  + (select count(*) from word where rowid not in (select id from passage)) as wrong`;

/** Takes the indexed version of a lesson out; false when it is newer. */
function removed({ bookId, userId, path, stamp }) {
  const known = prepared('select id, stamp from lesson where book_id = ? and user_id = ? and path = ?').get(
    bookId,
    userId,
    path,
  );
  if (known === undefined) return true;
  if (known.stamp > stamp) return false;
  prepared('delete from word where rowid in (select id from passage where lesson_id = ?)').run(known.id);
  prepared('delete from passage where lesson_id = ?').run(known.id);
  prepared('delete from lesson where id = ?').run(known.id);
  return true;
}

function insert({ bookId, userId, path, sha256, stamp, title, passages }) {
  const { lastInsertRowid: lesson } = prepared(
    'insert into lesson (book_id, user_id, path, sha256, stamp, title, passages) values (?, ?, ?, ?, ?, ?, ?)',
  ).run(bookId, userId, path, sha256, stamp, title, passages.length);
  for (const { section, line, start, end, headingWords, aboveWords, textWords } of passages) {
    const { lastInsertRowid: id } = prepared(
      'insert into passage (lesson_id, section, line, start_at, end_at) values (?, ?, ?, ?, ?)',
    ).run(lesson, section, line, start, end);
    prepared('insert into word (rowid, heading, above, body) values (?, ?, ?, ?)').run(
      id,
      headingWords,
      aboveWords,
      textWords,
    );
  }
}
