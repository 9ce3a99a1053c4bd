// Kills a server many times in the middle of groups of changes: `node test/soak/groups.js [KILLS] [SEED]`.
import { importTypeScript } from '../../scripts/import-typescript.js';

const rounds = Number(process.argv[2] ?? 300);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const { groupCrashRounds } = await importTypeScript(`export * from './test/soak/groups/groups.ts';`);
const started = performance.now();
const report = await groupCrashRounds(rounds, seed);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`seed ${seed}: ${report.kills} kills, ${report.whole} whole, ${report.none} not at all, ${seconds} s`);
console.log(JSON.stringify(report));
