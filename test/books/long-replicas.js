// 64 writers in four replicas on one PostgreSQL and one folder, then faults: `node test/books/long-replicas.js [ROUNDS] [FAULTS] [SEED]`.
import { longRun } from './long-run.js';

const rounds = Number(process.argv[2] ?? 2000);
const faults = Number(process.argv[3] ?? 300);
const seed = Number(process.argv[4] ?? Date.now() % 1_000_000);
const { replicaRounds } = await longRun('test/books/replicas.ts');
const { faultRounds } = await longRun('test/books/replica-faults.ts');
const { PostgresServer, newDatabase } = await longRun('test/support/postgres.ts');

const server = await PostgresServer.start();
try {
  if (rounds > 0) await timed(`${rounds} rounds`, () => replicaRounds(rounds));
  if (faults > 0)
    await timed(`${faults} faults, seed ${seed}`, () => faultRounds(faults, seed, () => server.restart()));
} finally {
  await server.stop();
}

async function timed(name, work) {
  process.env.QUARTET_TEST_DATABASE_URL = await newDatabase(server.url);
  process.env.DATABASE_URL = process.env.QUARTET_TEST_DATABASE_URL;
  const started = performance.now();
  const report = await work();
  console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s, all in order`);
  console.log(JSON.stringify(report));
}
