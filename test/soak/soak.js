// Mixed load on stdio and HTTP with the console open: `npm run soak -- [--minutes 30] [--seed S] [--out FOLDER]`.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { importTypeScript } from '../../scripts/import-typescript.js';

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, out: { type: 'string' } },
});
const minutes = Number(values.minutes ?? 30);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('--minutes must be a number above 0, and --seed a whole number');
  process.exit(2);
}
const out = resolve(values.out ?? mkdtempSync(join(tmpdir(), 'quartet-soak-out-')));
const { soak, reportLines, isSound, chart } = await importTypeScript(`
  export { soak } from './test/soak/soak/soak.ts';
  export { reportLines, isSound } from './test/soak/soak/report.ts';
  export { chart } from './test/soak/soak/chart.ts';
`);
console.log(`seed ${seed}, ${minutes} min`);
const program = resolve('bin/quartet.js');
const report = await soak({ seconds: minutes * 60, seed, program, probe: resolve('test/soak/soak/probe.js') });
mkdirSync(out, { recursive: true });
const length = minutes < 1 ? `${Math.round(minutes * 60)} s` : `${Number(minutes.toPrecision(3))} min`;
const title = `Quartet under mixed load for ${length}`;
const calls = report.servers.map(({ name, calls }) => `${calls.toLocaleString('en')} calls over ${name}`).join(', ');
writeFileSync(
  join(out, 'soak.svg'),
  chart(title, `${calls}; console open; seed ${seed}; Node ${process.version}`, report.servers),
);
writeFileSync(join(out, 'soak.json'), JSON.stringify({ minutes, seed, ...report }));
for (const line of reportLines(report)) console.log(line);
console.log(`written: ${join(out, 'soak.svg')}`);
process.exitCode = isSound(report) ? 0 : 1;
