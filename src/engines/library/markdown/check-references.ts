import { Turns } from '../../../lib/turns.ts';
import type { BookFinding } from '../model/book-finding.ts';
import { mimeType } from '../model/mime.ts';
import { ASSET_TYPES } from '../model/names.ts';
import { type LessonFacts, linksIn } from './lesson-facts.ts';

export interface BookFiles {
  /** The paths of all shared files of the book. */
  readonly paths: ReadonlySet<string>;
  readonly facts: ReadonlyMap<string, LessonFacts>;
  /** By the paths of lessons: where their authors believe them to be. Links go by that. */
  readonly originals: ReadonlyMap<string, string>;
}

/** More would only fill the memory. */
const MOST_FINDINGS = 5000;
const SITE_FOLDERS: ReadonlySet<string> = new Set(ASSET_TYPES);

/** Looks for links and pictures that lead nowhere, assets that no lesson shows, lessons of one address, and lessons without the front matter of the others. */
export async function checkReferences(book: string, files: BookFiles, isComplete: boolean): Promise<BookFinding[]> {
  const turns = new Turns();
  const findings: BookFinding[] = [];
  const known = new Set([...files.paths, ...files.originals.values()]);
  const used = new Set<string>();
  for (const [path, lesson] of files.facts) {
    await turns.next();
    const from = files.originals.get(path) ?? path;
    for (const { line, href } of linksIn(lesson)) {
      const target = targetOf(book, from, href);
      if (target === undefined) continue;
      const found = [target.path, target.path.normalize('NFC'), target.path.replace(/\.mdx$/, '.md')].find((path) =>
        known.has(path),
      );
      if (found !== undefined) used.add(found);
      if (found !== undefined || findings.length === MOST_FINDINGS) continue;
      const issue = target.path === '' ? 'leads out of the book' : `leads to ${target.path}, which is not there`;
      findings.push({ path, line: line + 1, issue: `"${href}" ${issue}` });
    }
  }
  findings.push(...(await sameAddresses(files, turns)), ...withoutFrontMatter(files));
  if (isComplete) {
    const isAsset = (path: string) => path.startsWith('static/') && SITE_FOLDERS.has(path.split('/')[1] ?? '');
    const unused = [...files.paths].filter((path) => isAsset(path) && !used.has(path));
    findings.push(...unused.map((path) => ({ path, issue: 'No shared lesson refers to this asset' })));
  }
  return findings.slice(0, MOST_FINDINGS);
}

interface Target {
  /** Empty for what leads out of the book. */
  readonly path: string;
}

/** The file of the book that an address means; undefined for what is elsewhere, or what only the site can tell. */
export function targetOf(book: string, from: string, href: string): Target | undefined {
  const [, address = ''] = /^([^?#]*)/.exec(href) ?? [];
  const [, served] = /^https?:\/\/.*\/books\/([^/]+\/static\/.+)$/i.exec(address) ?? [];
  if (served?.startsWith(`${book}/`)) return { path: decoded(served.slice(book.length + 1)) };
  if (address === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/|\\)/i.test(address)) return undefined;
  const site = /^(?:@site)?\/(.*)$/s.exec(decoded(address))?.[1];
  const path = site === undefined ? joined(from, decoded(address)) : fromSite(joined('', site));
  if (path === undefined) return site === undefined ? { path: '' } : undefined;
  // Without a known ending it may be a page of the site.
  const isFile = path.startsWith('static/') || path.endsWith('.mdx') || mimeType(path) !== 'application/octet-stream';
  return isFile ? { path } : undefined;
}

/** A site has the folders of `static/` at its root, and lessons below `docs/`; what else it has, it alone knows. */
function fromSite(path: string | undefined): string | undefined {
  const [first = '', ...rest] = path?.split('/') ?? [];
  if (SITE_FOLDERS.has(first)) return `static/${path}`;
  if (first === 'docs') return ['content', ...rest].join('/');
  return first === 'static' ? path : undefined;
}

function joined(from: string, address: string): string | undefined {
  const parts = from.split('/').slice(0, -1);
  for (const part of address.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Sites leave the numbers out of addresses, so two lessons may get the same. */
async function sameAddresses({ facts, originals }: BookFiles, turns: Turns): Promise<BookFinding[]> {
  const first = new Map<string, string>();
  const findings: BookFinding[] = [];
  for (const [path, { slug }] of facts) {
    await turns.next();
    const names = (originals.get(path) ?? path).split('/').map((name) => name.replace(/^\d+-/, ''));
    const own = slug ?? names.at(-1)?.replace(/\.mdx?$/, '') ?? '';
    const address = own.startsWith('/') ? own : ['', ...names.slice(1, -1), own].join('/');
    const other = first.get(address);
    if (other === undefined) first.set(address, path);
    else findings.push({ path, issue: `A site would give this lesson the address ${address}, which ${other} has` });
  }
  return findings;
}

function withoutFrontMatter({ facts }: BookFiles): BookFinding[] {
  const lessons = [...facts].filter(([path]) => !path.endsWith('README.md'));
  const without = lessons.filter(([, { hasFrontMatter }]) => !hasFrontMatter);
  if (2 * without.length >= lessons.length) return [];
  return without.map(([path]) => ({
    path,
    line: 1,
    issue: 'The lesson has no front matter, which most lessons of this book have',
  }));
}
