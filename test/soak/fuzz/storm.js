import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { mutatedLine, OPENINGS, randomOfLine } from './lines.js';

const QUARTET = fileURLToPath(new URL('../../../bin/quartet.js', import.meta.url));
/** Ten times what a server for sums needs. */
const HEAP_MB = 128;
const LAST = '{"jsonrpc":"2.0","id":"the very last","method":"tools/list","params":{}}';

/** Sends many broken lines to a real server; it must stay alive, with little memory, print only JSON-RPC and still answer at the end. */
export async function storm(seed, lines, era = 'handshake', first = 0, program = QUARTET) {
  const args = [`--max-old-space-size=${HEAP_MB}`, program, 'cobol'];
  const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(server, 'close');
  let stderr = '';
  server.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  server.stdin.on('error', () => {});
  const report = { answers: 0, bad: [], last: undefined };
  createInterface({ input: server.stdout, crlfDelay: 0 }).on('line', (line) => inspect(line, report));

  server.stdin.write(`${OPENINGS[era]}\n`);
  for (let sent = 0; sent < lines && server.exitCode === null; ) {
    const batch = [];
    for (let size = 0; size < 500 && sent < lines; size++, sent++)
      batch.push(mutatedLine(randomOfLine(seed, first + sent)), Buffer.from('\n'));
    if (!server.stdin.write(Buffer.concat(batch))) await once(server.stdin, 'drain');
  }
  server.stdin.end(`${LAST}\n`);
  const [code, signal] = await ended;
  return { ...report, code, signal, stderr };
}

/** Whether a server has come through a storm. */
export function held({ bad, code, stderr, last }) {
  return bad.length === 0 && code === 0 && stderr === '' && last !== undefined;
}

function inspect(line, report) {
  report.answers++;
  try {
    const message = JSON.parse(line);
    const answer = 'result' in message || Number.isInteger(message.error?.code) || typeof message.method === 'string';
    if (message.jsonrpc !== '2.0' || !answer) throw new Error('not JSON-RPC');
    if (message.id === 'the very last') report.last = message;
  } catch {
    if (report.bad.length < 5) report.bad.push(line.slice(0, 200));
  }
}
