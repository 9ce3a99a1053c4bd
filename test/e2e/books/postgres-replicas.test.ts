import { expect, it } from 'vitest';
import { faultRounds } from '../../books/replica-faults.ts';
import { replicaRounds } from '../../books/replicas.ts';
import { databaseUrl, useDatabase } from '../../support/books-setup.ts';
import { newDatabase, PostgresServer } from '../../support/postgres.ts';

it('64 writers in four replicas on one database lose no update', async () => {
  const report = await replicaRounds(20);
  expect(report).toMatchObject({ rounds: 20, own: 20 * 32 });
}, 180_000);

it('no acknowledged change is lost when replicas die or stop and the database is started anew', async () => {
  const server = await PostgresServer.start();
  const before = databaseUrl();
  useDatabase(await newDatabase(server.url));
  try {
    const report = await faultRounds(11, 1, () => server.restart());
    expect(Object.values(report.rounds).reduce((sum, count) => sum + count, 0)).toBe(11);
  } finally {
    useDatabase(String(before));
    await server.stop();
  }
}, 300_000);
