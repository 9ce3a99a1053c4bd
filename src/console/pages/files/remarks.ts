import { counted } from '../../ui/format.ts';
import { folderName } from './folders.ts';
import type { HitList } from './hits.ts';

interface Shown {
  readonly byText: boolean;
  /** The most hits that were asked for. */
  readonly limit: number;
}

/** What whoever reads the list must know before trusting it: what was left out, and why. */
export function remarksOn(lists: readonly HitList[], { byText, limit }: Shown): string[] {
  const among = (folder: string) => (lists.length > 1 ? ` in ${folderName(folder)}` : '');
  return lists.flatMap(({ folder, hits, complete, note, skipped, truncated, failure, did_you_mean }) => {
    if (failure !== undefined) {
      return [hits.length > 0 ? `More could not be loaded: ${failure}` : `${folder} was not searched: ${failure}`];
    }
    const said: string[] = [];
    if (did_you_mean !== undefined)
      said.push(`Nothing${among(folder)} has all of these words; these are the hits of “${did_you_mean}”.`);
    if (!complete) said.push(`Not everything${among(folder)} was searched.`);
    if (note !== undefined) said.push(note);
    if (!complete && skipped > 0)
      said.push(`${counted(skipped, 'file or folder', 'files or folders')} could not be read.`);
    const which = byText ? 'best' : 'newest';
    if (truncated)
      said.push(`More than ${limit.toLocaleString('en')} files${among(folder)} match; the ${which} ones are listed.`);
    return said.length === 0 ? [] : [said.join(' ')];
  });
}
