/** What a text seems to name. The source may be one that is not served. */
export interface Detected {
  readonly source: string;
  readonly id: string;
}

const UNKNOWN: Detected = { source: 'unknown', id: '' };

/** Finds out which problem a URL, an id or a name means. Nothing is looked up. */
export function detect(text: string): Detected {
  const query = text.trim();
  if (query === '') return UNKNOWN;
  const fromUrl = firstMatch(URLS, query);
  if (fromUrl !== undefined) return fromUrl;
  if (query.includes('://')) return { source: 'unknown', id: query };
  return prefixed(query) ?? firstMatch(NAMES, query) ?? { source: 'leetcode', id: query };
}

type Rule = readonly [RegExp, (...groups: string[]) => Detected];

function firstMatch(rules: readonly Rule[], query: string): Detected | undefined {
  for (const [pattern, make] of rules) {
    const match = pattern.exec(query);
    if (match !== null) return make(...match.slice(1).map((group) => group ?? ''));
  }
  return undefined;
}

const atcoder = (id: string): Detected => ({ source: 'atcoder', id: id.toLowerCase() });
const codeforces = (contest: string, index: string): Detected => ({
  source: 'codeforces',
  id: `${contest}${index.toUpperCase()}`,
});
const leetcode = (id: string): Detected => ({ source: 'leetcode', id });
const spoj = (id: string): Detected => ({ source: 'spoj', id: id.toUpperCase() });
const luogu = (id: string): Detected => ({ source: 'luogu', id: id.toUpperCase() });
// Luogu is where the problems of UVa are served from.
const uva = (number: string): Detected => luogu(`UVA${number}`);
const timus = (number: string): Detected => ({ source: 'timus', id: number });

/** Luogu shows problems of other platforms under names of its own. */
function luoguPage(page: string): Detected {
  const pid = page.toUpperCase();
  const [, contest, index] = /^CF(\d+)([A-Z]\d*)$/.exec(pid) ?? [];
  if (contest !== undefined && index !== undefined) return codeforces(contest, index);
  if (pid.startsWith('CF')) return { source: 'codeforces', id: pid.slice(2) };
  if (pid.startsWith('AT_')) return atcoder(pid.slice(3));
  if (pid.startsWith('AT')) return atcoder(pid);
  return /^SP\d+$/.test(pid) ? spoj(pid) : luogu(pid);
}

// A host begins the text, or follows the scheme or a dot: evilcodeforces.com is another one.
const HOST = String.raw`(?:^|\/\/|\.)`;
const page = (pattern: string) => new RegExp(HOST + pattern, 'i');
const CODEFORCES = String.raw`codeforc(?:es\.(?:com|ml|es)|\.es)`;

const URLS: readonly Rule[] = [
  [page(String.raw`atcoder\.jp\/contests\/[^/?#]+\/tasks\/([^/?#\s]+)`), atcoder],
  [page(String.raw`leetcode\.(?:com|cn)\/(?:contest\/[^/?#]+\/)?problems\/([^/?#\s]+)`), leetcode],
  [page(String.raw`${CODEFORCES}\/(?:contest|gym)\/(\d+)\/problem\/([a-z]\d*)`), codeforces],
  [page(String.raw`${CODEFORCES}\/problemset\/(?:gym)?problem\/(\d+)\/([a-z]\d*)`), codeforces],
  [page(String.raw`luogu\.com\.cn\/problem\/([^/?#\s]+)`), luoguPage],
  [page(String.raw`spoj\.com\/problems\/([^/?#\s]+)`), spoj],
  [page(String.raw`onlinejudge\.org\/external\/\d+\/(?:p)?(\d+)\.(?:pdf|html)`), uva],
  [page(String.raw`acm\.timus\.ru\/problem\.aspx\?(?:[^#]*&)?num=(\d+)`), timus],
];

const NAMES: readonly Rule[] = [
  [/^(\d+)$/, leetcode],
  [/^AT_(\w+)$/i, atcoder],
  // A slug of LeetCode has no underscore; a task of AtCoder ends with one and a short index.
  [/^([a-z][a-z0-9]*(?:_[a-z0-9]+)*_(?:[a-z]{1,2}\d?|\d{1,2}))$/i, atcoder],
  [/^(?:CF)?\s*(\d+)\s*[\s/-]?\s*([a-z]\d*)$/i, codeforces],
  [/^(SP\d+)$/i, spoj],
  [/^UVA\s*-?\s*(\d+)$/i, uva],
  [/^((?:[PBTU]|CF)\d+)$/i, luogu],
  [/^(CF\w+)$/i, luogu],
];

const PREFIXES = ['atcoder', 'codeforces', 'leetcode', 'luogu', 'quartet', 'spoj', 'uva', 'timus'];

/** `source:id` with exactly one colon, or `source/id`. */
function prefixed(query: string): Detected | undefined {
  const [, given, separator, rest] = /^([a-z]+)\s*([:/])\s*(.*)$/i.exec(query) ?? [];
  const source = given?.toLowerCase() ?? '';
  if (rest === undefined || rest === '' || !PREFIXES.includes(source)) return undefined;
  if (separator === ':' && rest.includes(':')) return undefined;
  if (source === 'uva') return uva(rest.replace(/^uva\s*-?\s*/i, ''));
  if (source !== 'codeforces') return { source, id: rest };
  const [, contest, index] = /^(?:CF)?(\d+)\s*[\s/-]\s*([a-z]\d*)$/i.exec(rest) ?? [];
  return contest === undefined || index === undefined ? { source, id: rest } : codeforces(contest, index);
}
