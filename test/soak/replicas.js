// 64 writers in four replicas on one PostgreSQL and one storage, then faults of all of them:
// `node test/soak/replicas.js [ROUNDS] [FAULTS] [SEED] [s3|fs]`.

import { importTypeScript } from '../../scripts/import-typescript.js';
import { startS3 } from '../harness/s3/start.js';

const LEASE_MS = 2000;
const rounds = Number(process.argv[2] ?? 2000);
const faults = Number(process.argv[3] ?? 300);
const seed = Number(process.argv[4] ?? Date.now() % 1_000_000);
const storage = process.argv[5] ?? 's3';
const { replicaRounds } = await importTypeScript(`export * from './test/soak/replicas/replicas.ts';`);
const { faultRounds } = await importTypeScript(`export * from './test/soak/replicas/faults.ts';`);
const { PostgresServer, newDatabase } = await importTypeScript(`export * from './test/harness/postgres/server.ts';`);

const server = await PostgresServer.start();
const s3 = storage === 's3' ? await startS3() : undefined;
Object.assign(process.env, s3?.environment);
try {
  if (rounds > 0) await timed(`${rounds} rounds on ${storage} + PostgreSQL`, () => replicaRounds(rounds));
  if (faults > 0) {
    const engines = { restartDatabase: () => server.restart(), strike: s3?.strike, calm: s3?.calm };
    await timed(`${faults} faults on ${storage} + PostgreSQL, seed ${seed}`, () =>
      faultRounds(faults, seed, LEASE_MS, engines),
    );
  }
} finally {
  s3?.stop();
  await server.stop();
}

async function timed(name, work) {
  process.env.QUARTET_TEST_DATABASE_URL = await newDatabase(server.url);
  process.env.DATABASE_URL = process.env.QUARTET_TEST_DATABASE_URL;
  process.env.PANAVERSITY_S3_PREFIX = `run-${process.env.DATABASE_URL.split('/').at(-1)}`;
  const started = performance.now();
  const report = await work();
  console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s, all in order`);
  console.log(JSON.stringify(report));
}
