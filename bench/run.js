import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { allGroups } from './groups/index.js';
import { installPeers } from './install-peers.js';
import { groupSection, sectionsOf, wholeDocument } from './report/document.js';
import { describeLoad, describeMachine } from './report/machine.js';

const FULL = {
  starts: 31,
  rounds: 9,
  warmUp: 5000,
  sequential: 5000,
  inFlight: 20_000,
  byLength: 1000,
  corpusScale: 1,
  searchRounds: 3,
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
const file = new URL('RESULTS.md', import.meta.url);
// Everything that is started for a group ends with this process, and listens for that.
process.setMaxListeners(0);
installPeers();

// A run of some groups leaves the others as they were measured.
const sections = only === '' ? new Map() : sectionsOf(readFileSync(file, 'utf8'));
const groups = await allGroups();
for (const { title, make } of groups.filter((group) => group.title.includes(only))) {
  const loadBefore = loadavg();
  const group = await make();
  const results = {};
  for (const { id, run } of group.measurements) results[id] = await run(group.rows, quick ? QUICK : FULL);
  const section = groupSection(group, results, describeLoad(loadBefore));
  process.stdout.write(`${section}\n\n`);
  sections.set(title, section);
}

const titles = groups.map(({ title }) => title);
// Groups whose programs are not installed here were measured elsewhere.
const others = [...sections.keys()].filter((title) => !titles.includes(title));
const inOrder = [...titles, ...others].map((title) => sections.get(title)).filter((section) => section !== undefined);
if (!quick) writeFileSync(file, wholeDocument(describeMachine(), inOrder));
