import { expect, it } from 'vitest';
import { databaseUrl, useDatabase } from '../../harness/books/setup.ts';
import { newDatabase, PostgresServer } from '../../harness/postgres/server.ts';
import { runningS3 } from '../../harness/s3/running.ts';
import { faultRounds } from '../../soak/replicas/faults.ts';
import { replicaRounds } from '../../soak/replicas/replicas.ts';

/** Shorter than in real life, and long enough for a machine that is busy with other tests. */
const LEASE_MS = 4000;

it('64 writers in four replicas on one database lose no update', async () => {
  const rounds = runningS3() ? 8 : 12;
  expect(await replicaRounds(rounds)).toMatchObject({ rounds, own: rounds * 32 });
}, 180_000);

it('no acknowledged change is lost when replicas die or stop and database and storage fail', async () => {
  const server = await PostgresServer.start();
  const before = databaseUrl();
  useDatabase(await newDatabase(server.url));
  try {
    const faults = runningS3()?.faults;
    // Each fault once.
    const rounds = faults ? 10 : 7;
    const report = await faultRounds(rounds, 1, LEASE_MS, {
      restartDatabase: () => server.restart(),
      ...(faults && {
        strike: (fault, operation, times) => faults.add(fault, operation, times),
        calm: () => faults.clear(),
      }),
    });
    expect(Object.values(report.rounds).reduce((sum, count) => sum + count, 0)).toBe(rounds);
    expect(report.longestSettlingMs).toBeGreaterThan(LEASE_MS / 2);
  } finally {
    useDatabase(String(before));
    await server.stop();
  }
}, 300_000);
