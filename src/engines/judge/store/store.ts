import { findDaily, putDaily } from './daily.ts';
import { type ListFilter, listProblems, listTags, type ProblemPage } from './list.ts';
import { COLUMNS, type Daily, type Problem, unpacked } from './problem.ts';
import { bySlug, find, type WriteMode, write, writeRows } from './problems.ts';
import { WITHOUT_CONTENT } from './schema.ts';
import type { Sqlite } from './sqlite.ts';
import { type PlatformStatus, platformStatus, type VectorState, vectorState } from './status.ts';
import { Tokens } from './tokens.ts';
import { Vectors } from './vectors.ts';
import { WordIndex } from './word-index.ts';

export interface StoreOptions {
  /** The clock. */
  readonly now: () => Date;
}

/** The judge's database. Every method is one statement or one transaction. */
export class Store {
  readonly tokens: Tokens;
  readonly words: WordIndex;
  private readonly now: () => Date;

  constructor(
    private readonly db: Sqlite,
    options: StoreOptions,
  ) {
    this.tokens = new Tokens(db, options.now);
    this.words = new WordIndex(db);
    this.now = options.now;
  }

  find(source: string, id: string): Problem | undefined {
    return find(this.db, source, id);
  }

  bySlug(source: string, slug: string): Problem | undefined {
    return bySlug(this.db, source, slug);
  }

  /** Writes problems in one transaction and gives the number of rows that were added or changed. */
  write(problems: Iterable<Problem>, mode: WriteMode): number {
    return write(this.db, problems, mode);
  }

  /** Writes problems and, in the same transaction, how far the sync that brings them has come; undefined forgets it. */
  writeStep(
    problems: Iterable<Problem>,
    mode: WriteMode,
    progress: { key: string; value: string | undefined },
  ): number {
    return this.db.transaction(() => {
      const changed = writeRows(this.db, problems, mode);
      if (progress.value !== undefined) this.setSetting(progress.key, progress.value);
      else this.db.run('delete from app_settings where key = ?', progress.key);
      return changed;
    });
  }

  /** The problems of a source that have no statement, after a place in the order of the store; `place` is theirs. */
  withoutStatement(source: string, after: number, limit: number): { place: number; problem: Problem }[] {
    const query = `select key, ${COLUMNS.join(', ')} from problems
      where source = ? and ${WITHOUT_CONTENT} and key > ? order by key limit ?`;
    return this.db.all<Record<string, unknown>>(query, source, after, limit).map(({ key, ...row }) => ({
      place: Number(key),
      problem: unpacked<Problem>(row),
    }));
  }

  /** How many problems of a source have no statement, after a place in the order of the store. */
  countWithoutStatement(source: string, after: number): number {
    const query = `select count(*) as total from problems where source = ? and ${WITHOUT_CONTENT} and key > ?`;
    return this.db.get<{ total: number }>(query, source, after)?.total ?? 0;
  }

  /** Removes the problems of a source that have none of these ids. */
  removeOthers(source: string, ids: readonly string[]): void {
    const others = 'id not in (select value from json_each(?))';
    this.db.run(`delete from problems where source = ? and ${others}`, source, JSON.stringify(ids));
  }

  list(source: string, filter: ListFilter): ProblemPage {
    return listProblems(this.db, source, filter);
  }

  /** How many problems of a source there are. */
  count(source: string): number {
    const query = 'select count(*) as total from problems where source = ?';
    return this.db.get<{ total: number }>(query, source)?.total ?? 0;
  }

  /** The sources of which there are problems. */
  sources(): string[] {
    // A jump from source to source through the index, instead of a walk over all problems.
    const query = `with recursive found(source) as (
      select min(source) from problems
      union all select (select min(source) from problems where source > found.source) from found where source is not null
    ) select source from found where source is not null`;
    return this.db.all<{ source: string }>(query).map(({ source }) => source);
  }

  tags(source: string): string[] {
    return listTags(this.db, source);
  }

  daily(domain: string, date: string): Daily | undefined {
    return findDaily(this.db, domain, date);
  }

  putDaily(challenges: Iterable<Daily>): void {
    putDaily(this.db, challenges);
  }

  status(): PlatformStatus[] {
    return platformStatus(this.db);
  }

  vectors(): VectorState {
    return vectorState(this.db);
  }

  /** The vectors that one embedder made. */
  vectorsOf(model: string, dimensions: number): Vectors {
    return new Vectors(this.db, model, dimensions, this.now);
  }

  setting(key: string): string | undefined {
    return this.db.get<{ value: string }>('select value from app_settings where key = ?', key)?.value;
  }

  setSetting(key: string, value: string): void {
    const upsert = 'insert into app_settings values (?, ?) on conflict (key) do update set value = excluded.value';
    this.db.run(upsert, key, value);
  }

  close(): void {
    this.db.close();
  }
}
