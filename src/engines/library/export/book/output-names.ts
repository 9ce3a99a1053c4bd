import { sha256 } from '../../model/files.ts';

/** What Windows does not take in a name, and what has a meaning in an address or in Markdown. */
const FORBIDDEN = /[<>:"|?*\\\p{Cc}\p{Cs}]/gu;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const MOST_BYTES = 200;

/**
 * Gives files of a book names that every system takes. A name that has to be changed, or that only differs from another in case or
 * composition, gets a few digits of a hash, so that no two files become one.
 */
export class OutputNames {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** The path for a file of the book: the same for the same file, and never that of another. */
  fileFor(path: string, ending?: string): string {
    const at = path.lastIndexOf('/');
    const name = ending === undefined ? path.slice(at + 1) : path.slice(at + 1).replace(/\.md$/, ending);
    return this.#named(`file ${path}`, this.#folderFor(path.slice(0, Math.max(at, 0))), name);
  }

  #folderFor(path: string): string {
    if (path === '') return '';
    const at = path.lastIndexOf('/');
    return this.#named(`folder ${path}`, this.#folderFor(path.slice(0, Math.max(at, 0))), path.slice(at + 1));
  }

  #named(source: string, folder: string, name: string): string {
    const known = this.#names.get(source);
    if (known !== undefined) return known;
    const start = folder === '' ? '' : `${folder}/`;
    const plain = `${start}${safeName(name)}`;
    const path = this.#taken.has(folded(plain)) ? `${start}${withHash(safeName(name), source)}` : plain;
    this.#names.set(source, path);
    this.#taken.add(folded(path));
    return path;
  }
}

function safeName(name: string): string {
  const safe = name
    .normalize('NFC')
    .replaceAll(FORBIDDEN, '_')
    .replace(/^[. ]+|[. ]+$/g, '_');
  if (RESERVED.test(safe) || safe !== name.normalize('NFC')) return withHash(safe, name);
  return Buffer.byteLength(safe) > MOST_BYTES ? withHash(safe, name) : safe;
}

function withHash(name: string, source: string): string {
  const [, stem = name, ending = ''] = /^(.+?)((?:\.[A-Za-z0-9]{1,10}){0,2})$/.exec(name) ?? [];
  const short = [...stem].slice(0, 40).join('');
  return `${short}-${sha256(source).slice(0, 8)}${ending}`;
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
