// Lets 64 writers in four servers race for one file: `node test/soak/race.js [ROUNDS]`.
import { importTypeScript } from '../../scripts/import-typescript.js';

const rounds = Number(process.argv[2] ?? 2000);
const { raceRounds } = await importTypeScript(`export * from './test/soak/race/race.ts';`);
const started = performance.now();
const report = await raceRounds(rounds);
const seconds = (performance.now() - started) / 1000;
console.log(
  `${report.rounds} rounds, one winner each, ${seconds.toFixed(1)} s, ${(rounds / seconds).toFixed(1)} rounds/s`,
);
console.log(JSON.stringify(report));
