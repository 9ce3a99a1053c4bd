import { visible } from '../../../ui/visible.ts';

/** The kinds of assets, which are the folders below `static/`. */
export const ASSET_TYPES = ['img', 'slides', 'videos', 'audio'] as const;
export type AssetType = (typeof ASSET_TYPES)[number];

/** What a link or a picture of a lesson means inside its book. */
export type Target =
  | { readonly kind: 'lesson'; readonly path: string; readonly anchor: string }
  | { readonly kind: 'asset'; readonly type: AssetType; readonly filename: string };

const NAME = '[0-9]{2}-[A-Za-z0-9][A-Za-z0-9-]*';
const LESSON = new RegExp(`^content/${NAME}/${NAME}/${NAME}(?:\\.summary)?\\.md$`);
const LONGEST_PATH = 255;
const SUMMARY = /\.summary\.md$/;

/** Whether the tools read and write a file as a lesson or a summary. */
export function isLesson(path: string): boolean {
  return path.length <= LONGEST_PATH && LESSON.test(path);
}

export function isSummary(path: string): boolean {
  return SUMMARY.test(path);
}

/** The lesson that a summary is about; a lesson is its own. */
export function lessonOf(path: string): string {
  return path.replace(SUMMARY, '.md');
}

/** `01-what-it-is.md` → `1 What it is` */
export function readable(name: string): string {
  const [, number, words = ''] = /^(\d{2})-(.*)$/.exec(name.replace(/(\.summary)?\.md$/, '')) ?? [];
  if (number === undefined) return visible(name);
  return `${Number(number)} ${capital(words.replaceAll('-', ' '))}`;
}

/** `quartet-tour` → `Quartet tour` */
export function bookTitle(bookId: string): string {
  return visible(capital(bookId.replaceAll('-', ' ')));
}

/** Where a link of a lesson leads inside the book: relative to the lesson or, with a slash, to the book as a site. */
export function resolve(from: string, href: string): Target | undefined {
  if (/^([a-z][a-z0-9+.-]*:|\/\/|\\)/i.test(href)) return undefined;
  const [, address = '', anchor = ''] = /^([^?#]*)(?:\?[^#]*)?#?(.*)$/s.exec(href) ?? [];
  const path = address === '' ? from : joined(address.startsWith('/') ? '' : folderOf(from), decoded(address));
  if (path === undefined) return undefined;
  const inBook = address.startsWith('/') ? fromSite(path) : path;
  const [area, type, ...name] = inBook.split('/');
  if (area === 'static' && isAssetType(type) && name.length > 0) {
    return { kind: 'asset', type, filename: name.join('/') };
  }
  const lesson = [inBook, `${inBook}.md`].find(isLesson);
  return lesson === undefined ? undefined : { kind: 'lesson', path: lesson, anchor: decoded(anchor) };
}

/** The Markdown that shows an asset in any lesson. */
export function markdownFor(type: string, filename: string): string {
  const address = `../../../static/${type}/${filename}`.split('/').map(encoded).join('/');
  const words = (filename.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '').replace(/[[\]\\`*_<>]/g, ' ');
  return `${type === 'img' ? '!' : ''}[${visible(words)}](${address})`;
}

export function isAssetType(type: string | undefined): type is AssetType {
  return ASSET_TYPES.some((known) => known === type);
}

/** Sites have the folders of `static/` at their root, and lessons below `docs/`. */
function fromSite(path: string): string {
  const [first = ''] = path.split('/');
  if (isAssetType(first)) return `static/${path}`;
  return first === 'docs' ? path.replace('docs', 'content') : path;
}

function joined(folder: string, address: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of address.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Parentheses would end the address of a link.
function encoded(part: string): string {
  return part === '..' ? part : encodeURIComponent(part).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
