// Damages a library while a server works on it, and takes it back: `node test/soak/faults.js [ROUNDS] [SEED] [WORDS OF A FAULT]`.
import { resolve } from 'node:path';
import { importTypeScript } from '../../scripts/import-typescript.js';

const rounds = Number(process.argv[2] ?? 300);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const only = process.argv.slice(4).join(' ');
const { faultRounds } = await importTypeScript(`export * from './test/soak/faults/run.ts';`);
const started = performance.now();
const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
console.log(`seed ${seed}`);
const onRound = (round, history) => console.log(`${seconds()} s, round ${round}: ${history}`);
const report = await faultRounds({ rounds, seed, only, program: resolve('bin/quartet.js'), onRound });
console.log(`${seconds()} s: nothing acknowledged is lost\n${JSON.stringify(report, undefined, 2)}`);
