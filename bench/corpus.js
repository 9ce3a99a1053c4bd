import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary, code, header, note } from './corpus/contents.js';
import { Random } from './corpus/random.js';
import { vocabulary, zipf } from './corpus/words.js';

/** How many of 80,000 files are of which sort, and their mean size in bytes. */
const SORTS = [
  { count: 26_000, folder: 'notes', extensions: ['md', 'txt'], mean: 5800, make: note, text: true },
  { count: 14_000, folder: 'code', extensions: ['js', 'py', 'c', 'java'], mean: 9000, make: code, text: true },
  { count: 6000, folder: 'include', extensions: ['h'], mean: 7800, make: header, text: true },
  { count: 30, folder: 'logs', extensions: ['log'], mean: 1_200_000, make: note, text: true },
  { count: 24_970, folder: 'pictures', extensions: ['png', 'jpg', 'gif', 'webp'], mean: 8500, make: binary },
  { count: 9000, folder: 'blobs', extensions: ['bin', 'mp3'], mean: 12_500, make: binary },
];
/** What the names of its texts end with. */
export const TEXT_EXTENSIONS = SORTS.filter(({ text }) => text).flatMap(({ extensions }) => extensions);
const FILES_PER_FOLDER = 15;
const FOREIGN_SHARE = 10;
const RECENT_SHARE = 0.05;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The seed of the bench; its queries are made of the words that it makes. */
export const SEED = 1;

/** In this many files each, and nowhere else. */
export const PROBES = { rareWord: 'quillfeather', rareName: 'marzipan-ledger', absent: 'zyxwvolt', planted: 20 };

/**
 * Writes a folder of files like those of a person who writes, programs and takes pictures: 80,000 files and about 700 MB at scale
 * 1. The seed decides every name and byte, and with `now` every time of change. Gives what is in it.
 */
export function makeCorpus({ folder, scale, seed, now }) {
  const random = new Random(seed);
  const word = zipf(vocabulary(random), random);
  const totals = { files: 0, bytes: 0, textBytes: 0, recent: 0 };
  for (const sort of SORTS) {
    const count = Math.max(1, Math.round(sort.count * scale));
    for (let index = 0; index < count; index++) {
      const directory = join(folder, ...placeOf(sort, index));
      if (index % FILES_PER_FOLDER === 0) mkdirSync(directory, { recursive: true });
      const file = fileOf(sort, index, count, random, word);
      const path = join(directory, file.name);
      writeFileSync(path, file.content);
      const changedMs = now - ageMs(random);
      utimesSync(path, changedMs / 1000, changedMs / 1000);
      totals.files++;
      totals.bytes += file.bytes;
      totals.textBytes += sort.text ? file.bytes : 0;
      totals.recent += now - changedMs < 7 * DAY_MS ? 1 : 0;
    }
  }
  return totals;
}

/** Folders of fifteen files, three levels down. */
function placeOf({ folder }, index) {
  const leaf = Math.floor(index / FILES_PER_FOLDER);
  return [folder, `part-${Math.floor(leaf / 40)}`, `folder-${leaf}`];
}

function fileOf({ folder, extensions, mean, make, text }, index, count, random, word) {
  const extension = random.pick(extensions);
  const size = random.size(mean);
  const content = text ? make(random, word, size, random.below(FOREIGN_SHARE) === 0) : make(random, extension, size);
  const planted = folder === 'notes' && isPlanted(index, count);
  const whole = planted ? `${content}A ${PROBES.rareWord} was seen.\n` : content;
  const stem = planted ? `${PROBES.rareName}-${index}` : `${word()}-${word()}-${index}`;
  return { name: `${stem}.${extension}`, content: whole, bytes: Buffer.byteLength(whole) };
}

/** Twenty places, evenly spread. */
function isPlanted(index, count) {
  const step = Math.max(1, Math.floor(count / PROBES.planted));
  return index % step === 0 && index / step < PROBES.planted;
}

/** One in twenty files is of the last week, the others are of the year before. */
function ageMs(random) {
  const share = random.next() / 2 ** 32;
  const recent = random.next() / 2 ** 32 < RECENT_SHARE;
  return recent ? share * 6.9 * DAY_MS : (7.1 + share * 358) * DAY_MS;
}
