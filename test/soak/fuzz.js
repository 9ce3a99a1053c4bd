// A million broken lines, in ten servers of both protocol eras: `npm run fuzz [SEED] [LINES]`.
import { storm } from './fuzz/storm.js';

const SERVERS = 10;
const seed = Number(process.argv[2] ?? Date.now() % 1_000_000);
const lines = Math.ceil(Number(process.argv[3] ?? 1_000_000) / SERVERS);

for (let server = 0; server < SERVERS; server++) {
  const era = server % 2 === 0 ? 'handshake' : 'per request';
  const started = performance.now();
  const report = await storm(seed + server, lines, era);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `seed ${seed + server}, ${era} era: ${lines} lines, ${report.answers} answers, ${seconds} s, exit ${report.code}`,
  );
  if (report.bad.length === 0 && report.code === 0 && report.stderr === '' && report.last !== undefined) continue;
  console.log(JSON.stringify({ ...report, stderr: report.stderr.slice(0, 2000) }, undefined, 2));
  process.exitCode = 1;
}
