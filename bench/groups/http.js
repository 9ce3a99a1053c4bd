import { load } from '../measurements/load.js';
import { start } from '../measurements/start.js';
import { benchPath, copyOfQuartet, httpServer } from '../servers.js';
import { httpTargets } from './http-targets.js';

/** Two numbers that differ from call to call, and the sentence that must come back. */
const askSum = (sentence) => (n) => {
  const [a, b] = [n % 1000, 7];
  return { arguments: { a, b }, isRight: (text) => text === sentence(a, b) };
};

const rows = [
  {
    name: 'quartet serve',
    start: httpServer(copyOfQuartet(), 'serve', '--port', '0', '--toolsets', 'cobol'),
    tool: 'add',
    ask: askSum((a, b) => `COBOL reports: ADD ${a} TO ${b} GIVING ${a + b}`),
  },
  {
    name: 'bare node:http',
    peer: true,
    floor: true,
    start: httpServer(benchPath('bare-http.js')),
    tool: 'add',
    ask: askSum((a, b) => String(a + b)),
  },
  {
    name: 'SDK only',
    peer: true,
    start: httpServer(benchPath('sdk-http.js')),
    tool: 'add',
    ask: askSum((a, b) => String(a + b)),
  },
];

export const http = {
  title: 'HTTP: a trivial tool',
  about: `Every row adds two numbers for a client of the handshake era, over kept connections on loopback:

- quartet serve: as shipped, with a session, Host and Origin checks, limits, metrics, exact decimals and an access log line for each request
- bare node:http: the floor, a Node server that parses JSON, adds and answers, and knows no protocol
- SDK only: the official SDK and its adaptor for Node, with a server built for each request as it recommends`,
  rows,
  measurements: [start, { ...load, run: (all, effort) => load.run(all, { ...effort, ...smaller(effort) }) }],
  targets: httpTargets,
};

/** A call through HTTP costs several times as much as one through a pipe. */
function smaller({ warmUp, sequential, inFlight }) {
  return { warmUp: warmUp / 2, sequential: sequential / 2.5, inFlight: inFlight / 2 };
}
