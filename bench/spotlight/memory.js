import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROBES } from '../corpus.js';
import { fixed } from '../report/table.js';
import { median } from '../statistics.js';
import { corpusFolder } from './corpus-folder.js';
import { checkQuartet, startQuartet } from './quartet.js';

const MB = 1e6;
const MIB = 2 ** 20;

/** What a server keeps in memory after its first search, as it counts itself and as the system counts the process. */
export const memory = {
  id: 'memory',
  title: 'Memory after the first search',

  async run(_rows, effort) {
    await checkQuartet();
    const corpus = corpusFolder(effort.corpusScale);
    const rounds = [];
    for (let round = 0; round < effort.searchRounds; round++) {
      process.stderr.write(`memory: round ${round + 1} of ${effort.searchRounds}\n`);
      rounds.push(await growth(corpus.folder, effort.settleMs));
    }
    return { textBytes: corpus.textBytes, rounds };
  },

  report: (_rows, { textBytes, rounds }) => {
    const line = (name, of) => {
      const bytes = median(rounds.map(of));
      return [name, fixed(bytes / MB, 0), fixed(bytes / textBytes, 2)];
    };
    return {
      about:
        `Medians of ${rounds.length} rounds, each with a fresh server that was idle before and was left alone after its first search; ${fixed(textBytes / MB, 0)} MB of text. ` +
        'The index counts what it keeps for the next searches: signatures, names, times, folders and their watches. The process also grows by the threads that search, ' +
        'which take as much for an empty folder, and by room that the JavaScript engine and the allocator hold in reserve.',
      columns: ['', 'MB', '× text'],
      lines: [
        line('the index, as it counts itself', ({ indexBytes }) => indexBytes),
        line('the process, resident memory since its start', ({ grown }) => grown),
        line('the same for an empty folder', ({ grownForNothing }) => grownForNothing),
      ],
    };
  },
};

async function growth(folder, settleMs) {
  const empty = realpathSync(mkdtempSync(join(tmpdir(), 'quartet-empty-')));
  try {
    const { grown: grownForNothing } = await settled(empty, settleMs);
    return { grownForNothing, ...(await settled(folder, settleMs)) };
  } finally {
    rmSync(empty, { recursive: true });
  }
}

async function settled(folder, settleMs) {
  const client = await startQuartet(folder);
  const search = (query) => client.request('tools/call', { name: 'search', arguments: { query, scope: folder } });
  await sleep(300);
  const idleMb = client.residentMb();
  await search(PROBES.rareWord);
  await sleep(settleMs);
  const grown = (client.residentMb() - idleMb) * MIB;
  const { _meta } = await search(PROBES.absent);
  await client.stop();
  return { grown, indexBytes: _meta['quartet/search'].index_bytes };
}
