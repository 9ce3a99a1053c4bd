import type { SimilarProblem } from './problem.ts';
import type { Sqlite } from './sqlite.ts';

const FIELDS = 'p.source, p.id, p.title, p.difficulty, p.link';
const SHORTEST_PIECE = 3;

// An abstract tells most about a problem, then title and tags; each word of a statement tells little, the source nothing.
const WEIGHTS = 'bm25(0.0, 3.0, 3.0, 6.0, 1.0)';
// The rank at which a problem is half similar.
const HALF = 12;

type Fields = Omit<SimilarProblem, 'similarity'>;

/** The words of all problems, and the names in pieces. */
export class WordIndex {
  constructor(private readonly db: Sqlite) {}

  /** The problems that share the most, and the rarest, words. */
  sharing(words: readonly string[], sources: readonly string[], limit: number): SimilarProblem[] {
    if (words.length === 0) return [];
    const anyOf = (texts: readonly string[]) => `(${texts.map(quoted).join(' OR ')})`;
    const wanted = `{title tags abstract content} : ${anyOf(words)}`;
    const rows = this.db.all<Fields & { rank: number }>(
      `select ${FIELDS}, -best.rank as rank
       from (
         select rowid, rank from problem_words where problem_words match ? and rank match ?
         ${sources.length === 0 ? '' : `and exists (select 1 from problems p where p.key = problem_words.rowid ${among(sources)})`}
         order by rank limit ?
       ) best
       join problems p on p.key = best.rowid
       order by rank desc, p.sort_key`,
      // The index knows the words of the source too, so that few problems of others have to be passed over.
      sources.length === 0 ? wanted : `${wanted} AND source : ${anyOf(sources)}`,
      WEIGHTS,
      ...sources,
      limit,
    );
    return rows.map(({ rank, ...fields }) => ({ ...fields, similarity: rounded(rank / (rank + HALF)) }));
  }

  /** The problems with a text in their name; the similarity is the part of the name that the text makes up. */
  inName(piece: string, sources: readonly string[], limit: number): SimilarProblem[] {
    const text = piece.trim();
    if ([...text].length < SHORTEST_PIECE) return [];
    const rows = this.db.all<Fields & { title_cn: string | null }>(
      `select ${FIELDS}, p.title_cn
       from problem_pieces join problems p on p.key = problem_pieces.rowid
       where problem_pieces match ? ${among(sources)}
       order by length(p.title), p.sort_key limit ?`,
      `{title title_cn} : ${quoted(text)}`,
      ...sources,
      limit,
    );
    return rows.map(({ title_cn, ...fields }) => {
      const name = title_cn?.includes(text) ? title_cn : (fields.title ?? '');
      return { ...fields, similarity: rounded(Math.min(1, text.length / Math.max(1, name.length))) };
    });
  }

  /** Stores what problems of a source are about, by id, for searches to look at. */
  setAbstracts(source: string, abstracts: ReadonlyMap<string, string>): void {
    const update = 'update problems set abstract = ? where source = ? and id = ?';
    this.db.transaction(() => {
      for (const [id, abstract] of abstracts) this.db.run(update, abstract, source, id);
    });
  }

  /** What a problem is about, where that was stored. */
  abstract(source: string, id: string): string | undefined {
    const query = 'select abstract from problems where source = ? and id = ?';
    return this.db.get<{ abstract: string | null }>(query, source, id)?.abstract ?? undefined;
  }
}

const among = (sources: readonly string[]) =>
  sources.length === 0 ? '' : `and p.source in (${sources.map(() => '?').join(', ')})`;

/** A text as a phrase for FTS5, which takes a NUL for the end. */
const quoted = (text: string) => `"${text.replaceAll('"', '""').replace(/\p{Cc}/gu, ' ')}"`;

const rounded = (similarity: number) => Math.round(Math.max(0, similarity) * 10_000) / 10_000;
