import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { QUARTET } from '../server-process.ts';

/** What is asked of curl, where there is none. */
const CURL = `
const words = process.argv.slice(1), headers = {};
let url, body;
while (words.length > 0) {
  const word = words.shift();
  if (word === '-H') { const [name, value] = words.shift().split(': '); headers[name] = value; }
  else if (word === '--data-raw') body = words.shift();
  else if (word !== '-sS') url = word;
}
const answer = await fetch(url, { method: 'POST', headers, body });
process.stdout.write(await answer.text());
`;

const PRELUDE = `
quartet() { "$NODE" "$QUARTET" "$@"; }
command -v curl >/dev/null || curl() { "$NODE" --input-type=module -e "$CURL" -- "$@"; }
`;

/** Types a command into a shell in which quartet and curl are there; gives what it prints. */
export async function typed(command: string, env: Record<string, string> = {}): Promise<string> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(QUARTET_|PANAVERSITY_|OJ_)/.test(name));
  const child = spawn('sh', ['-c', `${PRELUDE}\n${command}`], {
    env: { ...Object.fromEntries(inherited), NODE: process.execPath, QUARTET, CURL, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return text(child.stdout);
}
