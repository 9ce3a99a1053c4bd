import { DatabaseSync } from '@photostructure/sqlite';
import { expect, it } from 'vitest';
import { kyselyOver } from './sqlite-database.ts';

it('a limit is part of the text of its statement, and holds', async () => {
  const sqlite = new DatabaseSync(':memory:');
  sqlite.exec('create table line (number integer); insert into line values (1), (2), (3)');
  const db = kyselyOver<{ line: { number: number } }>(sqlite, (error) => error);
  const query = db.selectFrom('line').select('number').where('number', '>', 1).orderBy('number').limit(1);
  expect(query.compile()).toMatchObject({
    sql: 'select "number" from "line" where "number" > ? order by "number" limit 1',
    parameters: [1],
  });
  expect(await query.execute()).toEqual([{ number: 2 }]);
  await db.destroy();
});
