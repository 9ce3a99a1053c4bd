import { createHash } from 'node:crypto';
import { bytesOf, problemScore, vectorOf } from '../vector.ts';
import type { SimilarProblem } from './problem.ts';
import type { Sqlite, Value } from './sqlite.ts';

// Problems are chosen by the signs of their vectors, which is quick, and then compared exactly.
const CANDIDATES = 128;

/** A problem as it is embedded. */
export interface Embeddable {
  readonly key: number;
  readonly source: string;
  readonly id: string;
  readonly title: string | null;
  readonly title_cn: string | null;
  readonly tags: string;
  readonly abstract: string | null;
  readonly content: string | null;
  readonly content_cn: string | null;
}

export interface Coverage {
  readonly embedded: number;
  readonly total: number;
}

const TEXTS = ['title', 'title_cn', 'tags', 'abstract', 'content', 'content_cn'] as const;

/** The vectors of one embedder, which are never compared with those of another. */
export class Vectors {
  readonly #signs: string | undefined;

  constructor(
    private readonly db: Sqlite,
    private readonly model: string,
    private readonly dimensions: number,
    private readonly now: () => Date,
  ) {
    const loaded = db.get("select 1 from pragma_module_list where name = 'vec0'") !== undefined;
    this.#signs = loaded ? `signs_${createHash('sha256').update(model).digest('hex').slice(0, 16)}` : undefined;
    if (this.#signs !== undefined) this.#createSigns(this.#signs);
  }

  coverage(): Coverage {
    return this.db.get<Coverage>(
      `select (select count(*) from problem_embeddings where model = ?) as embedded,
         (select count(*) from problems) as total`,
      this.model,
    ) as Coverage;
  }

  /** Some of the problems that have no vectors yet, after a key. */
  missing(limit: number, after = 0): Embeddable[] {
    return this.db.all<Embeddable>(
      `select p.key, p.source, p.id, ${TEXTS.map((name) => `p.${name}`).join(', ')} from problems p
       where p.key > ? and not exists
         (select 1 from problem_embeddings e where e.model = ? and e.source = p.source and e.problem_id = p.id)
       order by p.key limit ?`,
      after,
      this.model,
      limit,
    );
  }

  /** Stores the vectors of problems, but of none whose text has changed meanwhile or that has its vectors by now. */
  put(embedded: readonly { readonly problem: Embeddable; readonly vectors: readonly Float32Array[] }[]): void {
    this.db.transaction(() => {
      for (const { problem, vectors } of embedded) {
        if (!this.#isCurrent(problem)) continue;
        const { changes } = this.#note(problem);
        if (changes === 0) continue;
        for (const vector of vectors)
          this.db.run(
            'insert into problem_chunks (problem, model, vector) values (?, ?, ?)',
            problem.key,
            this.model,
            bytesOf(vector),
          );
      }
      this.#settleSigns();
    });
  }

  /** The vectors of a problem. */
  ofProblem(source: string, id: string): Float32Array[] {
    const rows = this.db.all<{ vector: Uint8Array }>(
      `select c.vector from problem_chunks c join problems p on p.key = c.problem
       where p.source = ? and p.id = ? and c.model = ? order by c.chunk`,
      source,
      id,
      this.model,
    );
    return rows.map(({ vector }) => vectorOf(vector));
  }

  /** The problems that come closest, the closest first. The sources are chosen before the best are. */
  nearest(wanted: Float32Array, sources: readonly string[], limit: number): SimilarProblem[] {
    const scores = this.#scores(wanted, ...this.#candidates(wanted, sources));
    const best = [...scores].sort(([, a], [, b]) => b - a).slice(0, limit);
    const query = 'select source, id, title, difficulty, link from problems where key = ?';
    return best.flatMap(([key, similarity]) => {
      const fields = this.db.get<Omit<SimilarProblem, 'similarity'>>(query, key);
      return fields === undefined ? [] : [{ ...fields, similarity }];
    });
  }

  /** How close one problem comes; undefined when it has no vectors. */
  similarity(wanted: Float32Array, source: string, id: string): number | undefined {
    const chunks = this.ofProblem(source, id);
    return chunks.length === 0 ? undefined : problemScore(wanted, chunks);
  }

  #scores(wanted: Float32Array, condition: string, values: Value[]): Map<number, number> {
    const query = `select problem, vector from problem_chunks where model = ? ${condition}`;
    const chunks = new Map<number, Float32Array[]>();
    for (const row of this.db.each<{ problem: number; vector: Uint8Array }>(query, this.model, ...values)) {
      const known = chunks.get(row.problem);
      if (known === undefined) chunks.set(row.problem, [vectorOf(row.vector)]);
      else known.push(vectorOf(row.vector));
    }
    return new Map([...chunks].map(([problem, vectors]) => [problem, problemScore(wanted, vectors)]));
  }

  #candidates(wanted: Float32Array, sources: readonly string[]): [string, Value[]] {
    const among = sources.length === 0 ? '' : `and source in (${sources.map(() => '?').join(', ')})`;
    if (this.#signs === undefined) {
      return sources.length === 0
        ? ['', []]
        : [`and problem in (select key from problems where true ${among})`, [...sources]];
    }
    return [
      `and problem in (select problem from problem_chunks where chunk in
         (select chunk from ${this.#signs} where signs match vec_quantize_binary(?) and k = ${CANDIDATES} ${among}))`,
      [bytesOf(wanted), ...sources],
    ];
  }

  #isCurrent({ key, ...problem }: Embeddable): boolean {
    const same = TEXTS.map((name) => `${name} is ?`).join(' and ');
    const query = `select 1 from problems where key = ? and source = ? and id = ? and ${same}`;
    return this.db.get(query, key, problem.source, problem.id, ...TEXTS.map((name) => problem[name])) !== undefined;
  }

  #note({ source, id }: Embeddable): { changes: number } {
    const insert = `insert or ignore into problem_embeddings (source, problem_id, model, dim, updated_at)
      values (?, ?, ?, ?, ?)`;
    const seconds = Math.floor(this.now().getTime() / 1000);
    return { changes: this.db.run(insert, source, id, this.model, this.dimensions, seconds) };
  }

  #createSigns(table: string): void {
    const exists = this.db.get('select 1 from sqlite_master where name = ?', table) !== undefined;
    if (!exists)
      this.db.exec(`create virtual table if not exists ${table}
        using vec0 (chunk integer primary key, source text, signs bit[${this.dimensions}])`);
    this.db.transaction(() => this.#settleSigns());
  }

  /** Brings the table of signs up to date: another process may have written or removed chunks without it. */
  #settleSigns(): void {
    const table = this.#signs;
    if (table === undefined) return;
    this.db.run(`delete from ${table} where chunk in (select chunk from removed_chunks where model = ?)`, this.model);
    this.db.run('delete from removed_chunks where model = ?', this.model);
    this.db.run(
      `insert into ${table} (chunk, source, signs)
       select c.chunk, p.source, vec_quantize_binary(c.vector) from problem_chunks c join problems p on p.key = c.problem
       where c.model = ? and c.chunk > (select coalesce(max(rowid), 0) from ${table}_rowids)`,
      this.model,
    );
  }
}
