import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Random } from '../corpus/random.js';
import { contentOf } from './formats/file.js';
import { kept } from './kept.js';
import { bulk } from './noise/bulk.js';
import { mentions } from './noise/mentions.js';
import { plantedFiles } from './planted.js';
import { tuning } from './tuning.js';
import { Writer } from './words/sentences.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The seed of the figures, and the day on which the home is as it is: the order of results must not depend on today. */
export const SEED = 20;
export const NOW = Date.UTC(2026, 10, 1);

/**
 * Writes a home of about 6,000 files: those that the questions mean, those that are easily mistaken for them, and all the rest. The
 * seed decides every name, byte and time of change. `more` are questions whose files are there too. Gives the paths.
 */
export function makeHome({ folder, seed = SEED, now = NOW, more = [] }) {
  const paths = new Set();
  const folders = new Set();
  const write = ({ path, document, days }) => {
    if (paths.has(path)) throw new Error(`Two files of the home are called ${path}.`);
    paths.add(path);
    const place = join(folder, path);
    if (!folders.has(dirname(place))) mkdirSync(dirname(place), { recursive: true });
    folders.add(dirname(place));
    writeFileSync(place, contentOf(path, document));
    const seconds = (now - days * DAY_MS) / 1000;
    utimesSync(place, seconds, seconds);
  };
  for (const file of filesOf([...tuning, ...kept], seed, now)) if (file.isPlanted || !paths.has(file.path)) write(file);
  for (const [index, one] of more.entries())
    for (const file of plantedFiles(one, seed * 1000 + 900 + index, now)) write(file);
  return [...paths];
}

/** Planted files come first, so that a name that the seed makes up never takes the place of one. */
function* filesOf(cases, seed, now) {
  for (const [index, one] of cases.entries()) {
    for (const file of plantedFiles(one, seed * 1000 + index, now)) yield { ...file, isPlanted: true };
  }
  // Each question and the rest of the home draw from numbers of their own, so that a change here changes nothing there.
  for (const [index, one] of cases.entries()) yield* aged(mentions, seed * 1000 + 500 + index, one);
  yield* aged(bulk, seed);
}

/** What a part of the home makes, with an age for each file: many are new, a few are seven years old. */
function* aged(make, seed, one) {
  const random = new Random(seed);
  for (const file of make(random, new Writer(random), one)) {
    yield { days: Math.round(2500 * (random.below(1000) / 1000) ** 2 * 100) / 100, ...file };
  }
}
