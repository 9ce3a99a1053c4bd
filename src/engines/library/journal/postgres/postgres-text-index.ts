import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { FileKey } from '../../model/file-key.ts';
import type { RelaxedDurability } from '../backend.ts';
import type { Database } from '../database.ts';
import type {
  FoundPassage,
  FoundPassages,
  IndexedLesson,
  IndexedVersion,
  TextIndex,
  TextQuery,
  TextScope,
} from '../text-index.ts';
import { tsqueryOf, vectorOf } from './text-vector.ts';

type Tx = Transaction<Database>;
type Versioned = FileKey & { readonly stamp: string };

/** The index in tables beside those of the journal. */
export class PostgresTextIndex implements TextIndex {
  constructor(
    private readonly db: () => Kysely<Database>,
    private readonly relaxed: RelaxedDurability,
  ) {}

  async generation(): Promise<string> {
    const { rows } = await sql<{ generation: string }>`select generation from text_state`.execute(this.db());
    if (rows[0]) return rows[0].generation;
    await sql`insert into text_state values (1, ${randomUUID()}) on conflict do nothing`.execute(this.db());
    return this.generation();
  }

  async lessons(bookId: string, userId: string): Promise<Map<string, IndexedVersion>> {
    const { rows } = await sql<IndexedVersion & { path: string }>`select path, sha256, stamp from text_lesson
      where book_id = ${bookId} and user_id = ${userId}`.execute(this.db());
    return new Map(rows.map(({ path, ...version }) => [path, version]));
  }

  put(lessons: readonly IndexedLesson[]): Promise<void> {
    return this.relaxed(this.db(), async (tx) => {
      await remove(tx, lessons);
      const ids = await insertLessons(tx, lessons);
      const passages = lessons.flatMap((lesson, at) =>
        ids.has(at) ? lesson.passages.map((passage) => ({ lesson: ids.get(at) as number, passage })) : [],
      );
      for (let at = 0; at < passages.length; at += PASSAGES_AT_ONCE) {
        await insertPassages(tx, passages.slice(at, at + PASSAGES_AT_ONCE));
      }
    });
  }

  remove(lessons: readonly Versioned[]): Promise<void> {
    return this.relaxed(this.db(), (tx) => remove(tx, lessons));
  }

  async search(query: TextQuery, scope: TextScope, page: { offset: number; limit: number }): Promise<FoundPassages> {
    const { bookId, userId } = scope;
    const { limit, offset } = page;
    const inBook = bookId === undefined ? sql`` : sql`and book_id = ${bookId}`;
    const { rows } = await sql<FoundPassage>`
      select book_id as "bookId", user_id as "userId", path, sha256, stamp, title, section, line, start_at as start, end_at as "end"
      from cast(${tsqueryOf(query)} as tsquery) as query, text_passage join text_lesson on text_lesson.id = lesson_id
      where words @@ query ${inBook} and (user_id = ${userId} or (user_id = '__base__' and not exists (
        select 1 from text_lesson as own
        where own.book_id = text_lesson.book_id and own.user_id = ${userId} and own.path = text_lesson.path)))
      order by ts_rank_cd(${sql.lit(WEIGHTS)}, words, query, ${sql.lit(BY_LENGTH)}) desc, book_id, path, start_at limit ${limit} offset ${offset}`.execute(
      this.db(),
    );
    return { generation: await this.generation(), passages: rows };
  }

  async problems(): Promise<string[]> {
    const { rows } = await sql<{ wrong: number }>`select count(*) as wrong from text_lesson
      where passages <> (select count(*) from text_passage where lesson_id = text_lesson.id)`.execute(this.db());
    const wrong = Number(rows[0]?.wrong ?? 0);
    return wrong > 0 ? [`${wrong} lessons have other passages than were indexed`] : [];
  }

  clear(): Promise<void> {
    return this.relaxed(this.db(), async (tx) => {
      await sql`delete from text_state`.execute(tx);
      await sql`delete from text_lesson`.execute(tx);
    });
  }

  /** The connections are the journal's. */
  async close(): Promise<void> {}
}

/** Of text, nothing, headings above, and the heading itself: as in SQLite. */
const WEIGHTS = '{0.2, 0, 0.4, 1}';
const BY_LENGTH = 1;
const PASSAGES_AT_ONCE = 200;

async function remove(tx: Tx, lessons: readonly Versioned[]): Promise<void> {
  await sql`delete from text_lesson using unnest(${column(lessons, 'bookId')}::text[], ${column(lessons, 'userId')}::text[],
      ${column(lessons, 'path')}::text[], ${column(lessons, 'stamp')}::text[]) as old (book, owner, place, upto)
    where book_id = book and user_id = owner and path = place and stamp <= upto`.execute(tx);
}

function column(lessons: readonly Versioned[], name: keyof Versioned): string[] {
  return lessons.map((lesson) => lesson[name]);
}

/** Gives the ids of those that were inserted, by their index: a newer version stays. */
async function insertLessons(tx: Tx, lessons: readonly IndexedLesson[]): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  for (const [at, { bookId, userId, path, sha256, stamp, title, passages }] of lessons.entries()) {
    const { rows } = await sql<{
      id: number;
    }>`insert into text_lesson (book_id, user_id, path, sha256, stamp, title, passages)
      values (${bookId}, ${userId}, ${path}, ${sha256}, ${stamp}, ${title}, ${passages.length})
      on conflict (book_id, user_id, path) do nothing returning id`.execute(tx);
    if (rows[0]) ids.set(at, rows[0].id);
  }
  return ids;
}

interface PassageOf {
  readonly lesson: number;
  readonly passage: IndexedLesson['passages'][number];
}

async function insertPassages(tx: Tx, rows: readonly PassageOf[]): Promise<void> {
  const of = (pick: (passage: PassageOf['passage']) => unknown) => rows.map(({ passage }) => pick(passage));
  await sql`insert into text_passage (lesson_id, section, line, start_at, end_at, words)
    select lesson, section, line, start_at, end_at, cast(words as tsvector) from unnest(${rows.map(({ lesson }) => lesson)}::bigint[],
      ${of(({ section }) => section)}::text[], ${of(({ line }) => line)}::int[], ${of(({ start }) => start)}::int[],
      ${of(({ end }) => end)}::int[], ${of(vectorOf)}::text[]) as passage (lesson, section, line, start_at, end_at, words)`.execute(
    tx,
  );
}
