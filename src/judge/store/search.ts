import type { Problem } from './problem.ts';
import type { Sqlite } from './sqlite.ts';

const FIELDS = 'p.source, p.id, p.title, p.difficulty, p.link';
const SHORTEST_PIECE = 3;

// An abstract tells most about a problem, then title and tags; each word of a statement tells little, the source nothing.
const WEIGHTS = 'bm25(0.0, 3.0, 3.0, 6.0, 1.0)';
// The rank at which a problem is half similar.
const HALF = 12;

export interface Hit extends Pick<Problem, 'source' | 'id' | 'title' | 'difficulty' | 'link'> {
  readonly similarity: number;
}

/** The problems that share the most, and the rarest, words. */
export function byWords(db: Sqlite, words: readonly string[], sources: readonly string[], limit: number): Hit[] {
  if (words.length === 0) return [];
  const anyOf = (texts: readonly string[]) => `(${texts.map(quoted).join(' OR ')})`;
  const wanted = `{title tags abstract content} : ${anyOf(words)}`;
  const rows = db.all<Omit<Hit, 'similarity'> & { rank: number }>(
    `select ${FIELDS}, -best.rank as rank
     from (select rowid, rank from problem_words where problem_words match ? and rank match ? order by rank limit ?) best
     join problems p on p.key = best.rowid
     order by rank desc, p.sort_key`,
    // The index knows the source too, so that the best are chosen among those of the right sources only.
    sources.length === 0 ? wanted : `${wanted} AND source : ${anyOf(sources)}`,
    WEIGHTS,
    limit,
  );
  return rows.map(({ rank, ...fields }) => ({ ...fields, similarity: rounded(rank / (rank + HALF)) }));
}

/** Stores what problems of a source are about, by id, for searches to look at. */
export function setAbstracts(db: Sqlite, source: string, abstracts: ReadonlyMap<string, string>): void {
  const update = 'update problems set abstract = ? where source = ? and id = ?';
  db.transaction(() => {
    for (const [id, abstract] of abstracts) db.run(update, abstract, source, id);
  });
}

export function abstractOf(db: Sqlite, source: string, id: string): string | undefined {
  const query = 'select abstract from problems where source = ? and id = ?';
  return db.get<{ abstract: string | null }>(query, source, id)?.abstract ?? undefined;
}

/** The problems with the text in their name; the similarity is the part of the name that the text makes up. */
export function byPiece(db: Sqlite, piece: string, sources: readonly string[], limit: number): Hit[] {
  const text = piece.trim();
  if ([...text].length < SHORTEST_PIECE) return [];
  const rows = db.all<Omit<Hit, 'similarity'> & { title_cn: string | null }>(
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

const among = (sources: readonly string[]) =>
  sources.length === 0 ? '' : `and p.source in (${sources.map(() => '?').join(', ')})`;

/** A text as a phrase for FTS5, which takes a NUL for the end. */
const quoted = (text: string) => `"${text.replaceAll('"', '""').replace(/\p{Cc}/gu, ' ')}"`;

const rounded = (similarity: number) => Math.round(Math.max(0, similarity) * 10_000) / 10_000;
