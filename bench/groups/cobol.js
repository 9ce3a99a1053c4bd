import { lineLength } from '../measurements/line-length.js';
import { load } from '../measurements/load.js';
import { start } from '../measurements/start.js';
import { benchPath, copyOfQuartet, nodeServer } from '../servers.js';
import { cobolOriginal } from './cobol-original.js';
import { cobolTargets } from './cobol-targets.js';

const PROSE = 'Modern languages have been working on this since the year of the first committee. ';
const EVERYTHING = '@modelcontextprotocol/server-everything';

/** Two numbers that differ from call to call, and the sentence that must come back. */
const askSum = (sentence) => (n) => {
  const [a, b] = [n % 1000, 7];
  return { arguments: { a, b }, isRight: (text) => text === sentence(a, b) };
};

const rows = [
  {
    name: 'quartet cobol',
    start: nodeServer(copyOfQuartet(), 'cobol'),
    tool: 'add',
    ask: askSum((a, b) => `COBOL reports: ADD ${a} TO ${b} GIVING ${a + b}`),
  },
  {
    name: 'bare loop',
    peer: true,
    floor: true,
    start: nodeServer(benchPath('bare-loop.js')),
    tool: 'add',
    ask: askSum((a, b) => String(a + b)),
  },
  {
    name: 'server-everything',
    peer: true,
    start: nodeServer(benchPath(`node_modules/${EVERYTHING}/dist/index.js`), 'stdio'),
    tool: 'get-sum',
    ask: askSum((a, b) => `The sum of ${a} and ${b} is ${a + b}.`),
  },
];

export const cobol = {
  title: 'stdio: the COBOL toolset and a trivial tool',
  about: `Every row adds two numbers:

- quartet cobol: \`quartet cobol\` as shipped, tool \`add\`: exact decimals, validated, structured result
- bare loop: the floor, a Node loop that answers JSON-RPC lines with no protocol, no validation and no tools
- server-everything: \`${EVERYTHING}\` on stdio, tool \`get-sum\``,
  rows,
  measurements: [start, load, lineLength('prose', 'prose', PROSE), lineLength('figures', 'figures', '1234567.89 ')],
  targets: cobolTargets,
  notes: [cobolOriginal],
};
