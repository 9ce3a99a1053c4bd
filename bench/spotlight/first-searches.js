import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROBES } from '../corpus.js';
import { processorMs } from '../processor-time.js';
import { fixed, thousands } from '../report/table.js';
import { median, medianRatio } from '../statistics.js';
import { corpusFolder } from './corpus-folder.js';
import { indexedPeers } from './indexed-peers.js';
import { ripgrep } from './peers.js';
import { checkQuartet, startQuartetWith } from './quartet.js';

const FILES_AT_SCALE_1 = 80_000;
const LATER = 5;
const IDLE_MS = 5000;
const MB = 1e6;
/** An index that still grows then is measured as it is. */
const LONGEST_SETTLE_MS = 180_000;
/** How long a person takes at least between the start of a client and the first question. */
const PAUSE_MS = 3000;

/** What a fresh process and one that has been asked before take for one search of so many files, beside others. */
export function firstSearches(files) {
  return {
    id: `searches${files}`,
    title: `${thousands(files)} files`,

    async run(_rows, effort) {
      await checkQuartet();
      const corpus = corpusFolder((files / FILES_AT_SCALE_1) * effort.corpusScale);
      const work = mkdtempSync(join(tmpdir(), 'quartet-morning-'));
      try {
        // So that no side pays for what is not in memory yet.
        await ripgrep(corpus.folder, PROBES.absent);
        const peers = indexedPeers(corpus.folder, work);
        const cache = join(work, 'cache');
        await live(corpus.folder, effort.settleMs, ['--cache', cache]);
        const rounds = [];
        for (let round = 0; round < effort.searchRounds; round++) {
          process.stderr.write(`${thousands(files)} files: round ${round + 1} of ${effort.searchRounds}\n`);
          rounds.push(await oneRound(corpus.folder, cache, peers, effort.settleMs));
        }
        return { corpus, rounds, missing: peers.missing, prepared: peers.prepared };
      } finally {
        rmSync(work, { recursive: true, force: true });
      }
    },

    report: (_rows, { corpus, rounds, missing, prepared }) => ({
      about:
        `${rounds.length} rounds over ${thousands(corpus.files)} files with ${fixed(corpus.textBytes / MB, 0)} MB of text: a word that ${PROBES.planted} of them hold, or, by name, a part of ${PROBES.planted} names. ` +
        `Quartet answers over stdio; every other program is started for its search, with its index made before. Resident memory is that of the server when its index no longer grows, ` +
        `processor time what it takes while nobody asks. ${[prepared, missing].filter(Boolean).join(' ')}`,
      columns: ['', 'median ms', '× ripgrep'],
      lines: [...searchLines(rounds), ...restLines(rounds, corpus)],
    }),
  };
}

/** Of each row, how many times ripgrep's time it took. */
export function againstRipgrep(rounds, row) {
  const times = (name) => rounds.map((round) => round.times[name]);
  return medianRatio(times(row), times('ripgrep'));
}

export const ROWS = {
  first: 'quartet spotlight, first search of a process, asked at once',
  started: `the same, asked after ${PAUSE_MS / 1000} s`,
  kept: 'the same with --cache, asked at once',
  ready: `the same with --cache, asked after ${PAUSE_MS / 1000} s`,
  later: 'quartet spotlight, later searches',
  ripgrep: 'ripgrep',
  ugrep: 'ugrep with its index',
  recoll: 'recoll',
  names: 'quartet spotlight, by name, later',
  plocate: 'plocate, by name',
};

function searchLines(rounds) {
  return Object.entries(ROWS)
    .filter(([row]) => rounds.every(({ times }) => times[row] !== undefined))
    .map(([row, name]) => [
      name,
      fixed(median(rounds.map(({ times }) => times[row])), 0),
      fixed(againstRipgrep(rounds, row), 2),
    ]);
}

function restLines(rounds, { textBytes }) {
  const indexBytes = median(rounds.map((round) => round.indexBytes));
  const complete = rounds.filter((round) => round.isComplete).length;
  return [
    ['first searches that looked at everything within the budget', `${complete} of ${rounds.length}`, ''],
    ['the index as it counts itself, MB; × text', fixed(indexBytes / MB, 0), fixed(indexBytes / textBytes, 2)],
    ['resident memory, MB', fixed(median(rounds.map((round) => round.residentMb)), 0), ''],
    ['processor time while idle, ms a second', fixed(median(rounds.map((round) => round.idle)), 1), ''],
  ];
}

async function oneRound(folder, cache, peers, settleMs) {
  const times = { ripgrep: (await ripgrep(folder, PROBES.rareWord)).ms };
  const served = await live(folder, settleMs, []);
  Object.assign(times, served.times);
  times.started = (await firstOf(folder, [], PAUSE_MS)).ms;
  times.kept = (await firstOf(folder, ['--cache', cache], 0)).ms;
  times.ready = (await firstOf(folder, ['--cache', cache], PAUSE_MS)).ms;
  for (const [name, search] of Object.entries(peers.searches)) times[name] = (await search()).ms;
  return { ...served, times };
}

async function firstOf(folder, options, pauseMs) {
  const client = await startQuartetWith(folder, options);
  await sleep(pauseMs);
  const answer = await ask(client, folder, PROBES.rareWord);
  await client.stop();
  return answer;
}

/** A server from its first search to the time when its index no longer grows. */
async function live(folder, settleMs, options) {
  const client = await startQuartetWith(folder, options);
  const first = await ask(client, folder, PROBES.rareWord);
  let indexBytes = -1;
  const endMs = performance.now() + LONGEST_SETTLE_MS;
  for (let before = -2; indexBytes !== before && performance.now() < endMs; ) {
    before = indexBytes;
    await sleep(settleMs / 3);
    ({ indexBytes } = await ask(client, folder, PROBES.absent));
  }
  const later = [];
  for (let count = 0; count < LATER; count++) later.push((await ask(client, folder, PROBES.rareWord)).ms);
  const names = await ask(client, folder, PROBES.rareName, { in: 'names' });
  await sleep(1000);
  const before = processorMs(client.process.pid);
  await sleep(IDLE_MS);
  const idle = (processorMs(client.process.pid) - before) / (IDLE_MS / 1000);
  const residentMb = client.residentMb();
  await client.stop();
  const times = { first: first.ms, later: median(later), names: names.ms };
  return { times, isComplete: first.isComplete, indexBytes, residentMb, idle };
}

async function ask(client, folder, query, more = {}) {
  const started = performance.now();
  const args = { query, scope: folder, limit: 100, ...more };
  const { isError, structuredContent, _meta } = await client.request('tools/call', { name: 'search', arguments: args });
  const ms = performance.now() - started;
  const summary = _meta?.['quartet/search'] ?? {};
  const isComplete = summary.complete !== false;
  const wanted = query === PROBES.absent ? 0 : PROBES.planted;
  // Within the budget it may not have got to all of them, if it says so.
  const isRight = !isComplete || (structuredContent?.total ?? 0) >= wanted;
  if (isError || !isRight) throw new Error(`search for ${query} found ${structuredContent?.total}, not ${wanted}`);
  return { ms, isComplete, indexBytes: summary.index_bytes };
}
