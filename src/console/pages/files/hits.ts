import { findMatches } from '../../ui/find-matches.ts';

/** A file as the searches tell of it. */
export interface Hit {
  readonly _path: string;
  readonly kMDItemFSName?: string;
  readonly kMDItemFSSize?: number;
  readonly kMDItemContentModificationDate?: string;
  readonly kMDItemKind?: string;
  readonly snippet?: string;
  readonly line?: number;
  readonly matched?: 'name' | 'meaning';
  /** Where in the snippet the server has seen the match. */
  readonly match?: readonly [start: number, end: number];
  readonly _why?: string;
}

/** What one call of a search gives. */
export interface SearchAnswer {
  readonly results: readonly Hit[];
  readonly total: number;
  readonly more: number;
  readonly cursor?: string;
  readonly complete: boolean;
  readonly truncated: boolean;
  readonly note?: string;
  readonly did_you_mean?: string;
}

/** The hits in one folder as far as they have come, and what is known of the rest. */
export interface HitList extends Omit<SearchAnswer, 'results'> {
  readonly folder: string;
  readonly hits: readonly Hit[];
  readonly skipped: number;
  /** Why this folder, or the rest of it, could not be searched. */
  readonly failure?: string;
}

/** A list and its next page; a page that failed leaves the list as it was, to be asked for again. */
export function extended(list: HitList, next: HitList): HitList {
  if (next.failure !== undefined) return { ...list, failure: next.failure };
  const { cursor: _, failure: __, ...rest } = list;
  const known = new Set(list.hits.map((hit) => hit._path));
  return { ...rest, ...next, hits: [...list.hits, ...next.hits.filter((hit) => !known.has(hit._path))] };
}

/**
 * The hits of several folders as one list, each folder's in its own order, the best and newest first. It ends where the
 * next hit of some folder is not known yet: what came behind it would have to move later.
 */
export function merged(lists: readonly HitList[], text: string): readonly Hit[] {
  if (lists.length === 1 && lists[0]) return lists[0].hits;
  const places = lists.map(() => 0);
  const result = new Map<string, Hit>();
  for (;;) {
    let best = -1;
    for (const [at, { hits, cursor }] of lists.entries()) {
      const hit = hits[places[at] ?? 0];
      if (hit === undefined && cursor !== undefined) return [...result.values()];
      const rival = lists[best]?.hits[places[best] ?? 0];
      if (hit !== undefined && (rival === undefined || comesBefore(hit, rival, text))) best = at;
    }
    const hit = lists[best]?.hits[places[best] ?? 0];
    if (hit === undefined) return [...result.values()];
    places[best] = (places[best] ?? 0) + 1;
    if (!result.has(hit._path)) result.set(hit._path, hit);
  }
}

/** The folders whose next page is needed to go on. */
export function unfinished(lists: readonly HitList[]): HitList[] {
  return lists.filter(({ cursor }) => cursor !== undefined);
}

function comesBefore(a: Hit, b: Hit, text: string): boolean {
  const difference = text === '' ? 0 : rank(a, text) - rank(b, text);
  if (difference !== 0) return difference < 0;
  return dateOf(a) !== dateOf(b) ? dateOf(a) > dateOf(b) : a._path < b._path;
}

/** The phrase in the name, then in the content, then all words. */
function rank(hit: Hit, text: string): number {
  const phrase = text.trim().split(/\s+/).length;
  const holds = (where: string | undefined) =>
    where !== undefined && findMatches(where, text).some(([start, end]) => wordsOf(where.slice(start, end)) === phrase);
  return holds(nameOf(hit)) ? 0 : holds(hit.snippet) ? 1 : 2;
}

const wordsOf = (text: string) => text.trim().split(/\s+/).length;

export function nameOf({ kMDItemFSName, _path }: Hit): string {
  return kMDItemFSName ?? _path.slice(separatorAt(_path) + 1);
}

/** The path of the folder that a file is in. */
export function folderOf(path: string): string {
  const at = separatorAt(path);
  return at <= 0 ? path.slice(0, 1) : path.slice(0, at);
}

export function dateOf({ kMDItemContentModificationDate: date }: Hit): number {
  return date === undefined ? 0 : Date.parse(date);
}

/** On Windows paths may have both kinds of slashes; elsewhere a backslash is a letter like any other. */
function separatorAt(path: string): number {
  return isWindows(path) ? Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) : path.lastIndexOf('/');
}

export function isWindows(path: string): boolean {
  return /^([a-z]:[\\/]|\\\\)/i.test(path);
}
