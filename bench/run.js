import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { allGroups } from './groups/index.js';
import { installPeers } from './install-peers.js';
import { groupSection, wholeDocument } from './report/document.js';
import { describeMachine } from './report/machine.js';

const FULL = {
  starts: 31,
  rounds: 9,
  warmUp: 5000,
  sequential: 5000,
  inFlight: 20_000,
  byLength: 1000,
  corpusScale: 1,
  searchRounds: 5,
  nameRounds: 5,
  settleMs: 15_000,
};
const QUICK = {
  starts: 5,
  rounds: 2,
  warmUp: 1000,
  sequential: 1000,
  inFlight: 4000,
  byLength: 200,
  corpusScale: 0.1,
  searchRounds: 1,
  nameRounds: 2,
  settleMs: 4000,
};

const quick = process.argv.includes('--quick');
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length) ?? '';
const loadBefore = loadavg();
installPeers();

const sections = [];
for (const group of (await allGroups()).filter(({ title }) => title.includes(only))) {
  const results = {};
  for (const { id, run } of group.measurements) results[id] = await run(group.rows, quick ? QUICK : FULL);
  sections.push(groupSection(group, results));
}

const document = wholeDocument(describeMachine(loadBefore), sections);
process.stdout.write(document);
if (!quick && only === '') writeFileSync(new URL('RESULTS.md', import.meta.url), document);
