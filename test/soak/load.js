// Many clients at once for a minute: `node test/soak/load.js [CLIENTS] [SECONDS]`.
import { resolve } from 'node:path';
import { importTypeScript } from '../../scripts/import-typescript.js';

const clients = Number(process.argv[2] ?? 200);
const seconds = Number(process.argv[3] ?? 60);
const { load } = await importTypeScript(`export * from './test/soak/load/load.ts';`);
const report = await load(clients, seconds, Math.max(5, seconds / 3), resolve('bin/quartet.js'));
console.log(`${clients} clients, ${seconds} s: ${report.calls} calls, ${Math.round(report.callsPerSecond)}/s`);
console.log(
  `${report.wrong} wrong, ${report.lost} lost, p50 ${report.p50Ms.toFixed(1)} ms, p99 ${report.p99Ms.toFixed(1)} ms`,
);
console.log(
  `memory ${report.warmMb.toFixed(1)} MB warm, ${report.endMb.toFixed(1)} MB at the end: ${report.growthPercent.toFixed(1)} %`,
);
process.exitCode = report.wrong + report.lost === 0 && report.growthPercent < 20 ? 0 : 1;
