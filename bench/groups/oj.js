import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { load } from '../measurements/load.js';
import { start } from '../measurements/start.js';
import { benchPath, copyOfQuartet, nodeServer, program } from '../servers.js';
import { ojCallTargets, ojStartTargets } from './oj-targets.js';

const NATIVE = benchPath('node_modules/oj-mcp-rs-linux-x64/bin/oj-mcp-rs');

/** Starts the judge that all rows ask, and gives its address. */
export async function startJudge() {
  const judge = spawn(process.execPath, [benchPath('judge.js')], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => judge.kill());
  const [address] = await once(judge.stdout, 'data');
  judge.unref();
  judge.stdout.unref();
  return String(address).trim();
}

/** A problem is asked for by a new id each time; the answer must be about that problem, and whole. */
const askFor = (kind) => (n) => ({
  arguments: { source: 'leetcode', id: `${kind}${n}` },
  isRight: (text) => text.includes(`ID: ${kind}${n} `) && text.includes('# Two Sum') && text.length > 3000,
});

/** The groups, or none where there is no native server to compare with. */
export async function ojGroups() {
  if (!existsSync(NATIVE)) return [];
  const judge = await startJudge();
  const quartet = nodeServer(copyOfQuartet(), 'oj', '--base-url', judge);
  const get = { tool: 'get_problem' };
  const warm = { ...get, name: 'quartet oj, memo warm', start: quartet, ask: askFor('same') };
  const cold = { ...get, name: 'quartet oj, every statement new', start: quartet, ask: askFor('new') };
  const native = {
    ...get,
    name: 'oj-mcp-rs 0.1.4',
    peer: true,
    start: program(NATIVE, '--base-url', judge),
    ask: askFor('same'),
  };
  const floor = { name: 'bare loop', peer: true, floor: true, start: nodeServer(benchPath('bare-loop.js')) };
  return [
    {
      title: 'stdio: the online judge toolset, start',
      about: '`quartet oj` as shipped, the published native binary of the original, and the bare Node loop.',
      rows: [{ ...warm, name: 'quartet oj' }, native, floor],
      measurements: [start],
      targets: ojStartTargets,
    },
    {
      title: 'stdio: the online judge toolset, calls',
      about: `Every call is a \`get_problem\` of a statement of 5 kB from an instant judge on loopback, a process of its own:

- quartet oj, memo warm: the statement has been converted before, as happens when a problem is looked at again
- quartet oj, every statement new: each answer of the judge differs, so each is converted
- oj-mcp-rs 0.1.4: the published native binary of the original`,
      rows: [warm, cold, native],
      measurements: [{ ...load, run: (rows, effort) => load.run(rows, { ...effort, ...smaller(effort) }) }],
      targets: ojCallTargets,
    },
  ];
}

/** A call through HTTP costs about ten times as much as one without. */
function smaller({ sequential, inFlight }) {
  return { sequential: sequential / 2.5, inFlight: inFlight / 4 };
}
