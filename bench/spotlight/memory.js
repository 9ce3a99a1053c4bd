import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROBES } from '../corpus.js';
import { INSPECTABLE } from '../inspector.js';
import { fixed } from '../report/table.js';
import { median } from '../statistics.js';
import { corpusFolder } from './corpus-folder.js';
import { bytesOfWatch, liveDifference, liveMemory } from './live-memory.js';
import { checkQuartet, startQuartet } from './quartet.js';

const MB = 1e6;
const MIB = 2 ** 20;

/** What a server keeps in memory for its next searches: as V8 counts it, as it counts itself, as the system counts the process. */
export const memory = {
  id: 'memory',
  title: 'Memory after the first search',

  async run(_rows, effort) {
    await checkQuartet();
    const corpus = corpusFolder(effort.corpusScale);
    const watchBytes = bytesOfWatch();
    const rounds = [];
    for (let round = 0; round < effort.searchRounds; round++) {
      process.stderr.write(`memory: round ${round + 1} of ${effort.searchRounds}\n`);
      rounds.push(await growth(corpus.folder, effort.settleMs, watchBytes));
    }
    return { textBytes: corpus.textBytes, watchBytes, rounds };
  },

  report: (_rows, { textBytes, watchBytes, rounds }) => {
    const line = (name, of) => {
      const bytes = median(rounds.map(of));
      return [name, fixed(bytes / MB, 0), fixed(bytes / textBytes, 2)];
    };
    return {
      about:
        `Medians of ${rounds.length} rounds, each with a fresh server that was idle before and was left alone after its first search; ${fixed(textBytes / MB, 0)} MB of text. ` +
        'Live memory is asked of the running server through its inspector, when its index no longer grows: in every thread garbage is collected, and what V8 then counts as ' +
        'used, on its heap and outside, is added up; what a server with an empty folder has after as many searches is taken off. ' +
        `V8 does not see all of a watch, so ${fixed(watchBytes, 0)} bytes are added for each, as measured with a program that only watches. ` +
        'The process also grows by the threads that search, and by room that the JavaScript engine and the allocator hold in reserve.',
      columns: ['', 'MB', '× text'],
      lines: [
        line('the index, live memory', ({ liveBytes }) => liveBytes),
        line('the index, as it counts itself', ({ indexBytes }) => indexBytes),
        line('the process, resident memory since its start', ({ grown }) => grown),
        line('the same, less that of an empty folder', ({ grown, grownForNothing }) => grown - grownForNothing),
      ],
    };
  },
};

async function growth(folder, settleMs, watchBytes) {
  const empty = realpathSync(mkdtempSync(join(tmpdir(), 'quartet-empty-')));
  try {
    const full = await settled(folder, settleMs);
    const nothing = await settled(empty, settleMs, full.searches);
    return {
      liveBytes: liveDifference(full.live, nothing.live, watchBytes),
      indexBytes: full.indexBytes,
      grown: full.grown,
      grownForNothing: nothing.grown,
    };
  } finally {
    rmSync(empty, { recursive: true });
  }
}

/** The memory of a server whose index no longer grows, after at least so many searches. */
async function settled(folder, settleMs, leastSearches = 0) {
  const client = await startQuartet(folder, INSPECTABLE);
  const search = (query) => client.request('tools/call', { name: 'search', arguments: { query, scope: folder } });
  await sleep(300);
  const idleMb = client.residentMb();
  await search(PROBES.rareWord);
  await sleep(settleMs);
  const grown = (client.residentMb() - idleMb) * MIB;
  let searches = 1;
  let indexBytes = -1;
  for (let before = -2; indexBytes !== before || searches < leastSearches; searches++) {
    if (searches > 1) await sleep(settleMs / 5);
    const { _meta } = await search(PROBES.absent);
    before = indexBytes;
    indexBytes = _meta['quartet/search'].index_bytes;
  }
  const live = await liveMemory(client.process);
  await client.stop();
  return { grown, indexBytes, searches, live };
}
