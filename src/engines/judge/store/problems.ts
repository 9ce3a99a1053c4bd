import { naturalKey } from './natural.ts';
import { COLUMNS, type Problem, packed, unpacked } from './problem.ts';
import type { Sqlite } from './sqlite.ts';

/**
 * What happens to a row that is there: `keep` leaves it, `overwrite` replaces it but for a statement that the new one
 * lacks, `merge` takes only what the new one knows.
 */
export type WriteMode = 'keep' | 'overwrite' | 'merge';

const SELECT = `select ${COLUMNS.join(', ')} from problems`;

export function find(db: Sqlite, source: string, id: string): Problem | undefined {
  const row = db.get<Record<string, unknown>>(`${SELECT} where source = ? and id = ?`, source, id);
  return row && unpacked<Problem>(row);
}

export function bySlug(db: Sqlite, source: string, slug: string): Problem | undefined {
  const query = `${SELECT} where source = ? and slug = ? order by sort_key limit 1`;
  const row = db.get<Record<string, unknown>>(query, source, slug);
  return row && unpacked<Problem>(row);
}

export function write(db: Sqlite, problems: Iterable<Problem>, mode: WriteMode): number {
  return db.transaction(() => writeRows(db, problems, mode));
}

/** Writes inside of a transaction that is under way. */
export function writeRows(db: Sqlite, problems: Iterable<Problem>, mode: WriteMode): number {
  const places = [...COLUMNS, 'sort_key'].map(() => '?').join(', ');
  const insert = `insert into problems (${COLUMNS.join(', ')}, sort_key) values (${places})`;
  const sql = `${insert} on conflict (source, id) do ${ON_CONFLICT[mode]}`;
  let changed = 0;
  for (const problem of problems) {
    const values = COLUMNS.map((column) => packed(problem[column]));
    changed += db.run(sql, ...values, naturalKey(problem.id));
  }
  return changed;
}

const CHANGEABLE = COLUMNS.filter((column) => column !== 'source' && column !== 'id');
const NUMBERS = new Set<string>(['ac_rate', 'rating', 'paid_only']);
const LISTS = new Set<string>(['tags', 'similar_questions']);
const STATEMENTS = new Set<string>(['content', 'content_cn']);

const ON_CONFLICT: Readonly<Record<WriteMode, string>> = {
  keep: 'nothing',
  overwrite: assignments((column) =>
    STATEMENTS.has(column) ? `coalesce(excluded.${column}, ${column})` : `excluded.${column}`,
  ),
  merge: assignments((column) => {
    if (NUMBERS.has(column)) return `coalesce(excluded.${column}, ${column})`;
    if (LISTS.has(column)) return `iif(excluded.${column} = '[]', ${column}, excluded.${column})`;
    return `coalesce(iif(trim(excluded.${column}) = '', null, excluded.${column}), ${column})`;
  }),
};

function assignments(value: (column: string) => string): string {
  return `update set ${CHANGEABLE.map((column) => `${column} = ${value(column)}`).join(', ')}`;
}
