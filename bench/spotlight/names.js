import { setTimeout as sleep } from 'node:timers/promises';
import { PROBES } from '../corpus.js';
import { fixed } from '../report/table.js';
import { interleave } from '../rounds.js';
import { median, medianRatio } from '../statistics.js';
import { corpusFolder } from './corpus-folder.js';
import { startFilesystemServer } from './peers.js';
import { checkQuartet, startQuartet, timedCall } from './quartet.js';

const QUARTET = 'quartet spotlight';
const FILESYSTEM = 'server-filesystem';
const rows = [
  { name: QUARTET, measure: quartet },
  { name: FILESYSTEM, measure: filesystemServer },
];

/** A part of a name that twenty files have. */
export const names = {
  id: 'names',
  title: 'By name',

  async run(_rows, effort) {
    await checkQuartet();
    const corpus = corpusFolder(effort.corpusScale);
    return interleave(rows, effort.nameRounds, 'names', ({ measure }) => measure(corpus.folder, effort.settleMs));
  },

  report: (_rows, samples) => ({
    about:
      `${samples[QUARTET].length} rounds, each with a fresh server: the second of two searches, with a pause between them, for a part of a name that ` +
      `${PROBES.planted} files have. Quartet's \`search\` looks at texts as well; the other's \`search_files\` gets the pattern ` +
      `\`**/*${PROBES.rareName}*\`.`,
    columns: ['', 'median ms', `${QUARTET} is faster by`],
    lines: [
      [QUARTET, fixed(median(samples[QUARTET]), 0), '1'],
      [FILESYSTEM, fixed(median(samples[FILESYSTEM]), 0), fixed(timesFaster(samples), 1)],
    ],
  }),
};

export function timesFaster(samples) {
  return medianRatio(samples[FILESYSTEM], samples[QUARTET]);
}

async function quartet(folder, settleMs) {
  const client = await startQuartet(folder);
  const search = () => timedCall(client, 'search', { query: PROBES.rareName, scope: folder }, PROBES.planted);
  await search();
  await sleep(settleMs);
  const { ms } = await search();
  await client.stop();
  return ms;
}

async function filesystemServer(folder, settleMs) {
  const client = await startFilesystemServer(folder);
  const search = async () => {
    const started = performance.now();
    const args = { path: folder, pattern: `**/*${PROBES.rareName}*` };
    const { content } = await client.request('tools/call', { name: 'search_files', arguments: args });
    const found = content?.[0]?.text?.split('\n').length;
    if (found !== PROBES.planted) throw new Error(`search_files found ${found} files, not ${PROBES.planted}`);
    return performance.now() - started;
  };
  await search();
  await sleep(settleMs);
  const ms = await search();
  await client.stop();
  return ms;
}
