import { counted } from '../../ui/format.ts';
import { folderName } from './folders.ts';
import type { HitList } from './hits.ts';

interface Shown {
  readonly byText: boolean;
  /** The most hits that were asked for. */
  readonly limit: number;
  /** Whether the page itself left out some of the hits. */
  readonly filtered: boolean;
}

/** What whoever reads the list must know before trusting it: what was left out, and why. */
export function remarksOn(lists: readonly HitList[], { byText, limit, filtered }: Shown): string[] {
  const among = (folder: string) => (lists.length > 1 ? ` in ${folderName(folder)}` : '');
  const remarks = lists.flatMap(({ folder, hits, complete, note, skipped, truncated, failure }) => {
    if (failure !== undefined) {
      return [hits.length > 0 ? `More could not be loaded: ${failure}` : `${folder} was not searched: ${failure}`];
    }
    const said: string[] = [];
    if (!complete) said.push(`Not everything${among(folder)} was searched.`);
    if (note !== undefined) said.push(note);
    if (!complete && skipped > 0)
      said.push(`${counted(skipped, 'file or folder', 'files or folders')} could not be read.`);
    const which = byText ? 'best' : 'newest';
    if (truncated)
      said.push(`More than ${limit.toLocaleString('en')} files${among(folder)} match; the ${which} ones are listed.`);
    return said.length === 0 ? [] : [said.join(' ')];
  });
  const loaded = sum(lists.map(({ hits }) => hits.length));
  const left = sum(lists.map(({ more }) => more));
  const isCut = lists.some(({ truncated }) => truncated);
  if (filtered && (left > 0 || isCut)) {
    const total = `${(loaded + left).toLocaleString('en')}${isCut ? ' or more' : ''}`;
    remarks.push(
      `Your choice of kind or age was applied to the first ${loaded.toLocaleString('en')} of ${total} hits.`,
    );
  }
  return remarks;
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
