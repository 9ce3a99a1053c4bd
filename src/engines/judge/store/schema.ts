import type { Sqlite } from './sqlite.ts';

/** When a problem has no statement; written the same here and in queries, so that the index is used. */
export const WITHOUT_CONTENT = "coalesce(trim(content), '') = '' and coalesce(trim(content_cn), '') = ''";

/** Every step there has been. A released step is never changed; the next one is added below it. */
export const STEPS: readonly string[] = [
  `
  create table problems (
    key integer primary key,
    source text not null default 'leetcode',
    id text not null,
    slug text not null,
    title text,
    title_cn text,
    difficulty text,
    ac_rate real,
    rating real,
    contest text,
    problem_index text,
    tags text not null default '[]' check (json_valid(tags)),
    link text,
    category text,
    paid_only integer,
    abstract text,
    content text,
    content_cn text,
    similar_questions text not null default '[]' check (json_valid(similar_questions)),
    sort_key text not null,
    unique (source, id)
  );
  create index problems_slug on problems (source, slug);
  -- All that lists filter and sort by, so that they need not read statements.
  create index problems_list on problems (source, sort_key, difficulty, rating, ac_rate, id, title, title_cn);
  create index problems_without_content on problems (source) where ${WITHOUT_CONTENT};

  create table daily_challenge (
    date text not null,
    domain text not null,
    id integer not null,
    slug text not null,
    title text,
    title_cn text,
    difficulty text,
    ac_rate real,
    rating real,
    contest text,
    problem_index text,
    tags text not null default '[]' check (json_valid(tags)),
    link text,
    category text,
    paid_only integer,
    content text,
    content_cn text,
    similar_questions text not null default '[]' check (json_valid(similar_questions)),
    primary key (date, domain)
  ) without rowid;

  create table problem_embeddings (
    source text not null,
    problem_id text not null,
    rewritten_content text,
    model text not null,
    dim integer not null,
    updated_at integer not null,
    primary key (source, problem_id)
  ) without rowid;

  create table api_tokens (
    token text primary key,
    hint text not null,
    label text not null,
    created_at integer not null,
    last_used_at integer,
    is_active integer not null default 1
  ) without rowid;

  create table app_settings (key text primary key, value text not null) without rowid;
  `,
  `
  create table problem_tags (
    source text not null,
    tag text not null,
    problem integer not null,
    primary key (source, tag, problem)
  ) without rowid;
  create index problem_tags_problem on problem_tags (problem);

  create virtual table problem_words using fts5 (
    source, title, tags, abstract, content, content = 'problems', content_rowid = 'key', tokenize = 'porter unicode61'
  );
  create virtual table problem_pieces using fts5 (
    id, slug, title, title_cn, content = 'problems', content_rowid = 'key', tokenize = 'trigram'
  );

  create trigger problems_added after insert on problems begin
    insert into problem_words (rowid, source, title, tags, abstract, content)
      values (new.key, new.source, new.title, new.tags, new.abstract, new.content);
    insert into problem_pieces (rowid, id, slug, title, title_cn)
      values (new.key, new.id, new.slug, new.title, new.title_cn);
    insert or ignore into problem_tags
      select new.source, lower(trim(value)), new.key from json_each(new.tags) where trim(value) <> '';
  end;
  create trigger problems_removed after delete on problems begin
    insert into problem_words (problem_words, rowid, source, title, tags, abstract, content)
      values ('delete', old.key, old.source, old.title, old.tags, old.abstract, old.content);
    insert into problem_pieces (problem_pieces, rowid, id, slug, title, title_cn)
      values ('delete', old.key, old.id, old.slug, old.title, old.title_cn);
    delete from problem_tags where problem = old.key;
  end;
  create trigger problems_changed after update on problems begin
    insert into problem_words (problem_words, rowid, source, title, tags, abstract, content)
      values ('delete', old.key, old.source, old.title, old.tags, old.abstract, old.content);
    insert into problem_words (rowid, source, title, tags, abstract, content)
      values (new.key, new.source, new.title, new.tags, new.abstract, new.content);
    insert into problem_pieces (problem_pieces, rowid, id, slug, title, title_cn)
      values ('delete', old.key, old.id, old.slug, old.title, old.title_cn);
    insert into problem_pieces (rowid, id, slug, title, title_cn)
      values (new.key, new.id, new.slug, new.title, new.title_cn);
    delete from problem_tags where problem = old.key;
    insert or ignore into problem_tags
      select new.source, lower(trim(value)), new.key from json_each(new.tags) where trim(value) <> '';
  end;

  insert into problem_words (problem_words) values ('rebuild');
  insert into problem_pieces (problem_pieces) values ('rebuild');
  insert or ignore into problem_tags
    select problems.source, lower(trim(value)), problems.key from problems, json_each(problems.tags)
    where trim(value) <> '';
  `,
  `
  -- Vectors of several embedders stand side by side, each found by the name of its own.
  drop table problem_embeddings;
  create table problem_embeddings (
    source text not null,
    problem_id text not null,
    rewritten_content text,
    model text not null,
    dim integer not null,
    updated_at integer not null,
    primary key (source, problem_id, model)
  ) without rowid;
  create index problem_embeddings_model on problem_embeddings (model);
  create table problem_chunks (
    chunk integer primary key autoincrement,
    problem integer not null,
    model text not null,
    vector blob not null
  );
  create index problem_chunks_problem on problem_chunks (problem, model);
  -- Chunks that the vector tables still have to forget: triggers cannot touch those where the extension is missing.
  create table removed_chunks (chunk integer primary key, model text not null);

  create trigger chunks_removed after delete on problem_chunks begin
    insert into removed_chunks values (old.chunk, old.model);
  end;
  create trigger embeddings_outdated after update of title, title_cn, tags, abstract, content, content_cn on problems
  when old.title is not new.title or old.title_cn is not new.title_cn or old.tags is not new.tags
    or old.abstract is not new.abstract or old.content is not new.content or old.content_cn is not new.content_cn
  begin
    delete from problem_chunks where problem = old.key;
    delete from problem_embeddings where source = old.source and problem_id = old.id;
  end;
  create trigger embeddings_removed after delete on problems begin
    delete from problem_chunks where problem = old.key;
    delete from problem_embeddings where source = old.source and problem_id = old.id;
  end;
  `,
];

/** The database belongs to a later release than this one. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';

  constructor() {
    super('The judge database was written by a newer version of Quartet. Update Quartet, or name another file.');
  }
}

/** Brings the tables to this version: all steps or none. Two processes may do it at once. */
export function migrate(db: Sqlite, steps = STEPS): void {
  db.transaction(() => {
    const done = Number(db.get<{ user_version: number }>('pragma user_version')?.user_version);
    if (done > steps.length) throw new NewerDatabase();
    for (const step of steps.slice(done)) db.exec(step);
    db.exec(`pragma user_version = ${steps.length}`);
  });
}
