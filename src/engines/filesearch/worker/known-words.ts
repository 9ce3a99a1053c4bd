import type { TimeBudget } from '../../../lib/time-budget.ts';
import { type Directory, type FileEntry, UNSIGNED } from '../index/entries.ts';
import { type Vocabulary, wordsIn } from '../index/vocabulary.ts';
import { owns, type Shard } from '../index/walk.ts';
import { fileClass } from '../match/file-class.ts';
import { wordsOfName } from '../match/word-edges.ts';
import { decode, readSmall, WINDOW } from '../read/passages.ts';
import { documentFormat } from '../types/content-type.ts';

/** How many texts are read for their words when they have not been indexed yet. */
const MOST_READ = 300;

/** Learns the words of the newest texts of people that have not been indexed yet. */
export async function learnNewest(
  newestFirst: readonly FileEntry[],
  vocabulary: Vocabulary,
  budget: TimeBudget,
): Promise<void> {
  let left = MOST_READ;
  for (const { name, signature, size, path } of newestFirst) {
    if (left === 0) return;
    if (signature !== UNSIGNED || size >= WINDOW || documentFormat(name) || fileClass(name, false) !== 'document')
      continue;
    left--;
    if (budget.due()) await budget.turn();
    const small = readSmall(path, size);
    if (typeof small !== 'string') vocabulary.learn(decode(small.bytes, small.encoding).text);
  }
}

/** The words in the names of files and folders, each with how many names have it. */
export function namesOf(
  entries: readonly FileEntry[],
  directory: Directory,
  shard: Shard,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (name: string) => {
    for (const word of wordsIn(wordsOfName(name).join(' '))) counts.set(word, (counts.get(word) ?? 0) + 1);
  };
  for (const { name } of entries) count(name);
  for (const { name } of directory.tree()) if (owns(name, shard)) count(name);
  return counts;
}

/** All words that are known, those of names last. */
export function* knownWords(
  vocabulary: Vocabulary,
  names: ReadonlyMap<string, number>,
): Generator<readonly [word: string, count: number]> {
  yield* vocabulary.words();
  yield* names;
}
