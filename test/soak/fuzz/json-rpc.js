import { mutatedLine, randomOfLine } from './lines.js';
import { held, storm } from './storm.js';

/** How many lines one server gets; the servers speak both eras in turn. */
const LINES_A_SERVER = 100_000;
const ERAS = ['handshake', 'per request'];

/** Broken lines for real servers; gives a report as the other sorts do. */
export async function runJsonRpc({ seed, from, to }, program) {
  const started = performance.now();
  const findings = [];
  for (let first = from; first < to; ) {
    const end = Math.min(to, first + LINES_A_SERVER - (first % LINES_A_SERVER));
    const report = await stormOf(seed, first, end, program);
    if (!held(report)) findings.push(await finding(seed, first, end, program));
    first = end;
  }
  const elapsedMs = performance.now() - started;
  return { sort: 'json-rpc', seed, cases: to - from, elapsedMs, slowestMs: 0, slowest: -1, grownMb: 0, findings };
}

function stormOf(seed, first, end, program) {
  return storm(seed, end - first, ERAS[Math.floor(first / LINES_A_SERVER) % 2], first, program);
}

/** Halves the lines as long as one half alone does it too. */
async function finding(seed, first, end, program) {
  let [from, to] = [first, end];
  let report = await stormOf(seed, from, to, program);
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    const before = await stormOf(seed, from, middle, program);
    const after = held(before) ? await stormOf(seed, middle, to, program) : undefined;
    if (after !== undefined && held(after)) break;
    report = after ?? before;
    if (after === undefined) to = middle;
    else from = middle;
  }
  const { bad, code, signal, stderr } = report;
  return {
    case: to - 1,
    what: to - from === 1 ? 'this line did it' : `lines ${from} to ${to - 1} did it together`,
    details: JSON.stringify({ bad, code, signal, stderr: stderr.slice(0, 1000) }),
    input: JSON.stringify(mutatedLine(randomOfLine(seed, to - 1)).toString('latin1')),
  };
}
