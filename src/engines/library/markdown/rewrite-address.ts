import { ASSET_TYPES } from '../model/names.ts';
import { decoded, fileAt, targetOf } from './check-references.ts';

/** What moves in a book. */
export interface Move {
  readonly book: string;
  /** The paths of all shared files, as they are before. */
  readonly known: ReadonlySet<string>;
  /** Where each file that moves will be, by where it is. */
  readonly moved: ReadonlyMap<string, string>;
}

/** Where a lesson is before and after; links in it go by that. */
export interface Whereabouts {
  readonly from: string;
  readonly to: string;
}

/** The same address after a move; undefined when it can stay as it is. In its own style: from the site, by its URL, or relative in as many steps as before. */
export function rewrittenAddress(href: string, { from, to }: Whereabouts, move: Move): string | undefined {
  const target = targetOf(move.book, from, href);
  if (target === undefined || target.path === '') return undefined;
  const found = fileAt(target.path, move.known) ?? target.path;
  const moved = move.moved.get(found);
  const next = moved === undefined ? target.path : withEndingOf(target.path, found, moved);
  const [, address = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
  const isRelative = !/^(?:https?:|\/|@site\/)/i.test(address);
  if (next === target.path && (!isRelative || folderOf(from).join('/') === folderOf(to).join('/'))) return undefined;
  const path = isRelative ? relative(address, target.path, next, { from, to }) : absolute(address, target.path, next);
  return path === undefined || path === address ? undefined : path + tail;
}

/** A link to a page may say `.mdx` where the book has `.md`. */
function withEndingOf(written: string, found: string, moved: string): string {
  return written.endsWith('.mdx') && found.endsWith('.md') ? moved.replace(/\.md$/, '.mdx') : moved;
}

function absolute(address: string, before: string, after: string): string | undefined {
  const written = decoded(address);
  // The address of a site names `content/` as `docs/`, and may leave `static/` out.
  for (const shown of [(path: string) => path, siteDocs, siteAsset]) {
    const [old, next] = [shown(before), shown(after)];
    if (old === undefined || next === undefined || !written.endsWith(`/${old}`)) continue;
    const segments = address.split('/');
    const start = segments.slice(0, segments.length - old.split('/').length);
    return [...start, ...encodedLike(address, next.split('/'))].join('/');
  }
  return undefined;
}

function siteDocs(path: string): string | undefined {
  return path.startsWith('content/') ? `docs/${path.slice('content/'.length)}` : undefined;
}

function siteAsset(path: string): string | undefined {
  const [area, type = '', ...rest] = path.split('/');
  return area === 'static' && (ASSET_TYPES as readonly string[]).includes(type) ? [type, ...rest].join('/') : undefined;
}

/** The shortest way, or by the folder that the author went up to, where it still leads there. */
function relative(address: string, before: string, after: string, { from, to }: Whereabouts): string {
  const start = address.startsWith('./') ? './' : '';
  const steps = decoded(address.slice(start.length)).split('/');
  const up = steps.findIndex((step) => step !== '..');
  const isShortest = shortest(folderOf(from), before.split('/')).join('/') === steps.join('/');
  const top = folderOf(from).slice(0, Math.max(0, folderOf(from).length - up));
  const own = folderOf(to);
  const goal = after.split('/');
  const leads = [own, goal.slice(0, -1)].every((path) => top.every((name, at) => path[at] === name));
  const way =
    isShortest || !leads
      ? shortest(own, goal)
      : [...Array.from(own.slice(top.length), () => '..'), ...goal.slice(top.length)];
  return start + encodedLike(address, way).join('/');
}

function shortest(folder: readonly string[], goal: readonly string[]): string[] {
  const apart = goal.findIndex((name, at) => at === goal.length - 1 || folder[at] !== name);
  return [...folder.slice(apart).map(() => '..'), ...goal.slice(apart)];
}

function folderOf(path: string): string[] {
  return path.split('/').slice(0, -1);
}

/** Names as they were written, where they were; else with what would end an address written as %XX. */
function encodedLike(address: string, names: readonly string[]): string[] {
  const written = new Map(address.split('/').map((name) => [decoded(name), name]));
  return names.map((name) => written.get(name) ?? name.replaceAll(/[\s<>()[\]%?#"'`\\&|]/g, percentEncoded));
}

export function percentEncoded(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
