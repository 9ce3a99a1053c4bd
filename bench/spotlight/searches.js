import { setTimeout as sleep } from 'node:timers/promises';
import { PROBES } from '../corpus.js';
import { fixed, thousands } from '../report/table.js';
import { median, quantile } from '../statistics.js';
import { corpusFolder } from './corpus-folder.js';
import { RIPGREP_FLAGS, ripgrep } from './peers.js';
import { checkQuartet, startQuartet, timedCall } from './quartet.js';
import { mixedQueries } from './queries.js';

const LIMIT = 100;

/** The first search of a server, and those that follow. */
export const searches = {
  id: 'searches',
  title: 'By text',

  async run(_rows, effort) {
    await checkQuartet();
    const corpus = corpusFolder(effort.corpusScale);
    // So that no side pays for what is not in memory yet.
    await ripgrep(corpus.folder, PROBES.absent);
    const rounds = [];
    for (let round = 0; round < effort.searchRounds; round++) {
      process.stderr.write(`searches: round ${round + 1} of ${effort.searchRounds}\n`);
      rounds.push(await life(corpus, mixedQueries(round), effort.settleMs));
    }
    return { corpus, rounds };
  },

  report: (_rows, { corpus, rounds }) => {
    const [first, later] = [firstSearches(rounds), laterSearches(rounds)];
    const line = (name, ms, others) => [
      name,
      fixed(median(ms), 0),
      fixed(quantile(ms, 0.95), 0),
      others === undefined ? '1' : fixed(median(ms.map((value, index) => value / others[index])), 2),
    ];
    return {
      about:
        `${rounds.length === 1 ? 'One round' : `${rounds.length} rounds`}, each with a fresh server: a first search for a word in ${PROBES.planted} of ` +
        `${thousands(corpus.files)} files, a pause for its index, then ${later.quartet.length / rounds.length} different searches, each beside the same ` +
        `with ripgrep, which gets \`${RIPGREP_FLAGS.join(' ')}\`: it looks at every file, and leaves binary files at their first NUL byte. ` +
        `Quartet answers with up to ${LIMIT} files and their attributes, over stdio.`,
      columns: ['', 'median ms', 'p95 ms', '× ripgrep'],
      lines: [
        line('quartet spotlight, first search', first.quartet, first.ripgrep),
        line('ripgrep, the same', first.ripgrep),
        line('quartet spotlight, later searches', later.quartet, later.ripgrep),
        line('ripgrep, the same', later.ripgrep),
      ],
    };
  },
};

export function firstSearches(rounds) {
  return { quartet: rounds.map(({ first }) => first.quartet), ripgrep: rounds.map(({ first }) => first.ripgrep) };
}

export function laterSearches(rounds) {
  const all = rounds.flatMap(({ later }) => later);
  return { quartet: all.map(({ quartet }) => quartet), ripgrep: all.map((pair) => pair.ripgrep) };
}

async function life({ folder }, queries, settleMs) {
  // Before there is a server: after its first search it makes its index, and leaves others less of the machine.
  const before = await ripgrep(folder, PROBES.rareWord);
  const client = await startQuartet(folder);
  const search = (query) => timedCall(client, 'search', { query, scope: folder, limit: LIMIT });
  const pair = (query, ownFirst) =>
    sideBySide(
      () => search(query),
      () => ripgrep(folder, query),
      ownFirst,
    );
  const first = compared(await search(PROBES.rareWord), before);
  await sleep(settleMs);
  const later = [];
  for (const [index, query] of queries.entries()) later.push(await pair(query, index % 2 === 0));
  await client.stop();
  return { first, later };
}

/** Both sides in turning order. */
async function sideBySide(own, peer, ownFirst) {
  const [one, other] = ownFirst ? [await own(), await peer()] : [await peer(), await own()];
  return ownFirst ? compared(one, other) : compared(other, one);
}

/** Quartet also looks at names and past marks, so it finds no fewer. */
function compared(quartet, rg) {
  const wanted = Math.min(LIMIT, rg.lines);
  if (quartet.hits < wanted) throw new Error(`a search found ${quartet.hits} files, not ${wanted}`);
  return { quartet: quartet.ms, ripgrep: rg.ms };
}
