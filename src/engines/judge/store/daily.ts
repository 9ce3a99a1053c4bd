import { COLUMNS, type Daily, packed, unpacked } from './problem.ts';
import type { Sqlite } from './sqlite.ts';

const COPIED = COLUMNS.filter((column) => column !== 'source');

export function findDaily(db: Sqlite, domain: string, date: string): Daily | undefined {
  const query = `select date, domain, ${COPIED.join(', ')} from daily_challenge where date = ? and domain = ?`;
  const row = db.get<Record<string, unknown>>(query, date, domain);
  return row && { ...unpacked<Daily>(row), id: String(row.id) };
}

/** Stores problems of the day; one that is there is replaced. */
export function putDaily(db: Sqlite, challenges: Iterable<Daily>): void {
  const places = ['date', 'domain', ...COPIED].map(() => '?').join(', ');
  const sql = `insert or replace into daily_challenge (date, domain, ${COPIED.join(', ')}) values (${places})`;
  db.transaction(() => {
    for (const challenge of challenges)
      db.run(sql, challenge.date, challenge.domain, ...COPIED.map((column) => packed(challenge[column])));
  });
}
