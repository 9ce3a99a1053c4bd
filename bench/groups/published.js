import { contention } from '../measurements/contention.js';
import { users } from '../measurements/users.js';
import { atLeast } from '../report/targets.js';
import { benchPath, copyOfQuartet, httpServer } from '../servers.js';
import { median, medianRatio } from '../statistics.js';
import { scratchFolder } from './books-library.js';
import { startJudge } from './oj.js';

const TITLE = 'books: contended compare-and-swap of one lesson';
const USERS_TITLE = 'HTTP: 50 users, a tool that waits for others';
const CLIENTS = [1, 4, 16];
const PATH = 'content/01-Part/01-Chapter/01-contended.md';
const S3_SWAPS = 15.3;

/** Groups that stand beside figures which others have published. */
export function publishedGroups() {
  return [
    { title: TITLE, make: contendedGroup },
    { title: USERS_TITLE, make: userGroup },
  ];
}

function contendedGroup() {
  const quartet = copyOfQuartet();
  const rows = CLIENTS.map((clients) => ({
    name: `quartet serve, ${clients} ${clients === 1 ? 'client' : 'clients'}`,
    clients,
    start: () => httpServer(quartet, 'serve', '--toolsets', 'books', '--root', scratchFolder('swaps'), '--port', '0')(),
    first: async (client) => (await write(client, undefined)).structuredContent.file_hash,
    swap,
  }));
  return {
    title: TITLE,
    about: `Clients over HTTP that all change the same lesson of 200 bytes, each with the hash that it knows: SQLite and a folder on the disk of this machine. Every swap is on the disk, in the history and in
the audit log when it is answered.`,
    rows,
    measurements: [contention(3)],
    targets: ({ contention: samples }) =>
      rows.map(({ name }) =>
        atLeast(
          `${name}, × the ${S3_SWAPS} swaps/s of S3`,
          1,
          median(samples[name].map(({ rate }) => rate)) / S3_SWAPS,
        ),
      ),
    notes: [
      `What object stores do, as [published in January 2026](https://cdouglas.github.io/posts/2026/01/conditional) from machines in the same region: S3 14.7 to 15.3 swaps/s of 58 to 68 ms, S3 Express One Zone 68.6 to 75.3 of 14
to 26 ms, Azure Blob 9.2 to 16.6 of 60 to 600 ms, Google Cloud Storage 0.8 to 1.4 of 500 to 700 ms. They keep copies on several machines, and their clients are a network away; this row has neither.`,
    ],
  };
}

async function userGroup() {
  const judge = await startJudge();
  const isRight = (text) => text.includes('Two Sum') && text.length > 3000;
  const question = {
    tool: 'get_problem',
    ask: (n) => ({ arguments: { source: 'leetcode', id: `same${n}` }, isRight }),
  };
  const serve = ['serve', '--toolsets', 'oj', '--base-url', judge, '--port', '0', '--log-level', 'warn'];
  const [own, peer] = ['quartet serve, get_problem', 'SDK only'];
  return {
    title: USERS_TITLE,
    about: `The shape of [TM Dev Lab's second benchmark](https://www.tmdevlab.com/) of MCP servers: 50 users over HTTP, each of whom asks again when it has its answer, and a tool that has to ask somebody else, here a judge on loopback. Its servers
ask Redis and an HTTP service each; ours asks one service, and turns what it says into Markdown. Their figures come from another machine, so only the server beside it in the same run is compared.`,
    rows: [
      { name: own, ...question, start: httpServer(copyOfQuartet(), ...serve) },
      { name: peer, peer: true, ...question, start: httpServer(benchPath('sdk-fetch.js'), judge) },
    ],
    measurements: [users(3)],
    targets: ({ users: samples }) => {
      const rates = (name) => samples[name].map(({ rate }) => rate);
      return [atLeast('calls/s, × SDK only', 1, medianRatio(rates(own), rates(peer)))];
    },
  };
}

let count = 0;

function write(client, expected) {
  const content = `${count++} `.padEnd(200, 'x');
  const args = { book_id: 'contended', path: PATH, content, expected_hash: expected };
  return client.request('tools/call', { name: 'write_content', arguments: args });
}

async function swap(client, known) {
  const { isError, structuredContent, content } = await write(client, known);
  if (!isError) return { won: true, hash: structuredContent.file_hash };
  const { code, current_hash } = structuredContent ?? JSON.parse(content[0].text);
  if (code !== 'CONFLICT') throw new Error(`write_content: ${content[0].text}`);
  return { won: false, hash: current_hash };
}
