import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { prepare, type Query, type Word } from '../match/query.ts';
import { TIER } from '../match/rank.ts';
import { wordsOfName } from '../match/word-edges.ts';

interface Ranked {
  readonly path: string;
  readonly key: readonly [tier: number, notNamed: number, age: number];
}

/** What a search must find, each file with its tier, worked out the plain and slow way. */
export function expectedTiers(scope: string, query: string): ReadonlyMap<string, number> {
  const wanted = prepare(query);
  const tiers = new Map<string, number>();
  if (!wanted) return tiers;
  const files = filesBelow(scope, true).map((path) => new ReferenceFile(scope, path));
  for (const file of files) {
    const tier = file.tierOf(wanted);
    if (tier !== undefined) tiers.set(file.path, tier);
  }
  const count = wanted.words.length;
  const fewest = count === 2 ? 1 : Math.max(2, Math.ceil(count / 2));
  for (let least = count - 1; least >= fewest && tiers.size < 5; least--) {
    const needed = least === 1 ? wanted.longest : undefined;
    for (const file of files) {
      if (!tiers.has(file.path) && file.holds(wanted, least, needed)) tiers.set(file.path, TIER.most);
    }
  }
  return tiers;
}

/** What a search for a phrase in quotes must find, in order. */
export function expectedLiterally(scope: string, query: string): string[] {
  const phrase = plain(query).trim();
  if (phrase === '') return [];
  const found: Ranked[] = [];
  for (const path of filesBelow(scope, true)) {
    const isNamed = plain(basename(path)).includes(phrase);
    const isInText = plain(textOf(path) ?? '').includes(phrase);
    const tier = isInText ? 1 : isNamed ? 2 : 0;
    if (tier > 0) found.push({ path, key: [tier, isNamed ? 0 : 1, -lstatSync(path).mtimeMs] });
  }
  return found.sort(inOrder).map(({ path }) => path);
}

const NOT_IN_WORD = '(?<![\\p{L}\\p{N}\\p{M}])';
const NOT_ON = '(?![\\p{L}\\p{N}\\p{M}])';
const IN_WORD = /[\p{L}\p{N}\p{M}]/u;

/** A file as the reference sees it. */
class ReferenceFile {
  readonly path: string;
  readonly #name: string;
  readonly #parts: readonly string[];
  readonly #folders: readonly string[];
  readonly #raw: string;
  readonly #text: string;

  constructor(scope: string, path: string) {
    this.path = path;
    this.#name = plain(basename(path));
    this.#parts = wordsOfName(basename(path)).map(plain);
    this.#folders = wordsOfName(dirname(path).slice(scope.length)).map(plain);
    this.#raw = textOf(path) ?? '';
    this.#text = plain(this.#raw);
  }

  tierOf(query: Query): number | undefined {
    const { words } = query;
    const byName = this.#tierByName(words);
    if (byName !== undefined && byName < TIER.title) return byName;
    const byText = this.#tierByText(query);
    return byText === undefined || (byName !== undefined && byName < byText) ? byName : byText;
  }

  /** Whether at least so many words are in text and names, one of them not only in a folder's. */
  holds({ words }: Query, least: number, needed: Word | undefined): boolean {
    const there = words.filter((word) => this.#inText(word) || this.#inName(word) || this.#inFolder(word));
    const isOwn = words.some((word) => this.#inText(word) || this.#inName(word));
    return isOwn && there.length >= least && (needed === undefined || there.includes(needed));
  }

  #tierByName(words: readonly Word[]): number | undefined {
    const own = words.filter((word) => this.#inName(word));
    if (own.length === 0) return undefined;
    if (own.length < words.length && !words.every((word) => own.includes(word) || this.#inFolder(word)))
      return undefined;
    if (own.some((word) => !this.#isWordOfName(word))) return TIER.namePart;
    return own.length === words.length ? TIER.name : TIER.folder;
  }

  #tierByText(query: Query): number | undefined {
    const { words, phrase } = query;
    const known = (word: Word) => words.length > 1 && this.#inFolder(word);
    const isInText = words.some((word) => this.#inText(word));
    if (!isInText || !words.every((word) => this.#inText(word) || this.#inName(word) || known(word))) return undefined;
    if (this.#hasTitle(words)) return TIER.title;
    if (isAlone(this.#text, phrase.folded)) return TIER.phrase;
    const [word] = words;
    if (word && words.length === 1 && !isAlone(this.#text, word.literal.folded) && !hasForm(this.#text, word)) {
      return TIER.phrasePart;
    }
    const named = words.filter((each) => this.#inName(each) && this.#isWordOfName(each));
    return words.length > 1 && named.length * 2 >= words.length ? TIER.named : TIER.near;
  }

  // The texts of these tests are short: their words are always close together.
  #hasTitle(words: readonly Word[]): boolean {
    // What is for programs has none.
    if (/\.(?:cfg|toml)$/.test(this.#name) || this.#folders.includes('target')) return false;
    const [first = ''] = this.#raw.split(/[\r\n]+/).filter((line) => IN_WORD.test(line.replace(/^\p{M}+/u, '')));
    const title = plain(first).trim();
    if (first.trim().length > 120 || /[.,;:]$/.test(title)) return false;
    const isIn = (word: Word) => isAlone(title, word.literal.folded, false) || hasForm(title, word);
    const helps = (word: Word) => this.#inName(word) || (words.length > 1 && this.#inFolder(word));
    return words.some(isIn) && words.every((word) => isIn(word) || helps(word));
  }

  #inText(word: Word): boolean {
    return this.#text.includes(word.literal.folded) || hasForm(this.#text, word);
  }

  #inName(word: Word): boolean {
    return this.#name.includes(word.literal.folded) || this.#isWordOfName(word);
  }

  #inFolder({ literal, forms }: Word): boolean {
    return this.#folders.some((part) => part === literal.folded || isForm(part, literal.folded, forms));
  }

  #isWordOfName({ literal: { folded }, forms }: Word): boolean {
    const squeezed = folded.replace(/[^\p{L}\p{N}]+/gu, '');
    // What is typed beside letters and digits counts as itself: `{2}` is not in a name with a 2.
    const isTaken = squeezed === folded || this.#name.includes(folded);
    const isRun = this.#parts.some((_, from) =>
      this.#parts.some(
        (__, to) => to >= from && squeezed !== '' && this.#parts.slice(from, to + 1).join('') === squeezed,
      ),
    );
    const isPart = (part: string) =>
      isForm(part, folded, forms) ||
      (folded.length >= 4 &&
        [part, umlauts(part)].some((each) => each.startsWith(folded) || each.startsWith(umlauts(folded)))) ||
      (folded.length >= 5 &&
        [part, umlauts(part)].some((each) => each.endsWith(folded) || each.endsWith(umlauts(folded))));
    return (isTaken && isRun) || this.#parts.some(isPart);
  }
}

/** Whether a text is in another where no word goes on before it and, unless only that is asked, behind it. */
function isAlone(text: string, wanted: string, behindToo = true): boolean {
  const escaped = wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const before = IN_WORD.test(wanted.slice(0, 1)) ? NOT_IN_WORD : '';
  const behind = behindToo && IN_WORD.test(wanted.slice(-1)) ? NOT_ON : '';
  return new RegExp(`${before}${escaped}${behind}`, 'u').test(text);
}

function hasForm(text: string, { forms }: Word): boolean {
  return [...forms].some((form) => isAlone(text, form));
}

/** What counts as a word where words stand alone, as in names. */
function isForm(part: string, folded: string, forms: ReadonlySet<string>): boolean {
  const isPlural = /^[a-z]{3}$/.test(folded) && [`${folded}s`, `${folded}es`].includes(part);
  return isPlural || forms.has(part) || forms.has(umlauts(part)) || umlauts(part) === umlauts(folded);
}

function umlauts(word: string): string {
  return word
    .replace(/ae/g, 'a')
    .replace(/oe/g, 'o')
    .replace(/(^|[^aeq])ue/g, '$1u');
}

/** The files of a scope, newest first. */
export function expectedFiles(scope: string): string[] {
  return filesBelow(scope, true)
    .map((path): Ranked => ({ path, key: [0, 0, -lstatSync(path).mtimeMs] }))
    .sort(inOrder)
    .map(({ path }) => path);
}

function inOrder(a: Ranked, b: Ranked): number {
  for (const at of [0, 1, 2] as const) if (a.key[at] !== b.key[at]) return a.key[at] - b.key[at];
  return a.path < b.path ? -1 : 1;
}

function filesBelow(directory: string, isScope: boolean): string[] {
  const entries = readdirSync(directory, { withFileTypes: true });
  const names = new Set(entries.map(({ name }) => name));
  if (!isScope && names.has('.metadata_never_index')) return [];
  if (!isScope && basename(directory) === 'venv' && names.has('pyvenv.cfg')) return [];
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.name.startsWith('.')) return [];
    if (entry.isFile()) return [path];
    if (!entry.isDirectory()) return [];
    if (entry.name.endsWith('.noindex') || entry.name === 'node_modules' || entry.name === '__pycache__') return [];
    if (entry.name === 'target' && names.has('Cargo.toml')) return [];
    return filesBelow(path, false);
  });
}

function textOf(path: string): string | undefined {
  const bytes = readFileSync(path);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 8192).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0591-\u05bd]/g, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('ß', 'ss')
    .normalize('NFC')
    .replace(/\s+/g, ' ');
}
