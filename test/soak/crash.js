// Kills a server many times in the middle of changes: `node test/soak/crash.js [KILLS] [SEED]`.
import { importTypeScript } from '../../scripts/import-typescript.js';

const rounds = Number(process.argv[2] ?? 300);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const { crashRounds } = await importTypeScript(`export * from './test/soak/crash/crash.ts';`);
const started = performance.now();
const report = await crashRounds(rounds, seed);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  `seed ${seed}: ${report.kills} kills, ${report.acknowledged} acknowledged changes, ${seconds} s, all in order`,
);
console.log(JSON.stringify(report));
