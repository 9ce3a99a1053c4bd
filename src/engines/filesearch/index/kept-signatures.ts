import { createHash } from 'node:crypto';
import { existsSync, utimesSync } from 'node:fs';
import { endianness } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32 } from '../../../lib/crc32.ts';
import { isPage } from '../read/pages.ts';
import { documentFormat } from '../types/document-format.ts';
import { readCacheFile, type Sections, writeCacheFile } from './cache-file.ts';
import { trimCacheFolder } from './cache-folder.ts';
import { type FileEntry, type Stamp, TEXTLESS } from './entries.ts';
import type { Grams } from './grams.ts';
import { isSignature, mayHoldAt, type Signatures } from './signature.ts';
import type { Shard } from './walk.ts';

// Each file has four numbers in one list, and in another how it is read and where its signature is.
const NUMBERS = 4;
const PLACES = 2;
/** Instead of a place, which is never 0: the file has no text. */
const NO_TEXT = 0;

/** Where signatures are kept between processes, and which program has made them: another one may read more in a file. */
export interface SignatureStore {
  readonly folder: string;
  readonly program: string;
}

/** Signatures that an earlier process has left, each with what its file looked like; names and texts of files are not among them. */
export class KeptSignatures {
  /** The scope that they were made for. */
  readonly scope: string;
  // In the order of the inodes.
  readonly #stamps: Float64Array;
  readonly #places: Uint32Array;
  readonly #words: Uint32Array;

  private constructor(scope: string, stamps: Float64Array, places: Uint32Array, words: Uint32Array) {
    this.scope = scope;
    this.#stamps = stamps;
    this.#places = places;
    this.#words = words;
  }

  /** What is kept for a scope, be it with more above it. */
  static find(scope: string, shard: Shard, store: SignatureStore, mostBytes: number): KeptSignatures | undefined {
    const path = keptFileOf(scope, shard, store);
    return path === undefined ? undefined : KeptSignatures.read(path, store, mostBytes);
  }

  static read(path: string, store: SignatureStore, mostBytes: number): KeptSignatures | undefined {
    const sections = readCacheFile(path, kindOf(store), mostBytes);
    const kept = sections && KeptSignatures.#of(sections);
    // The longest unused files are the first to go.
    if (kept) touch(path);
    return kept;
  }

  static #of(sections: Sections): KeptSignatures | undefined {
    const [scope, stamps, places, words] = ['scope', 'stamps', 'places', 'words'].map((name) => sections.get(name));
    if (!scope || !stamps || !places || !words) return undefined;
    const { buffer } = stamps;
    const numbers = new Float64Array(buffer, stamps.byteOffset, stamps.length / 8);
    const at = new Uint32Array(buffer, places.byteOffset, places.length / 4);
    if (numbers.length / NUMBERS !== at.length / PLACES) return undefined;
    return new KeptSignatures(
      scope.toString(),
      numbers,
      at,
      new Uint32Array(buffer, words.byteOffset, words.length / 4),
    );
  }

  /** The signature of a file that looks as it did, and would be read as it was; undefined for any other. */
  claim(entry: FileEntry, signatures: Signatures): number | undefined {
    const place = this.#placeOf(entry.name, entry.stamp);
    if (place === undefined) return undefined;
    return place === NO_TEXT ? TEXTLESS : signatures.adopt(this.#words, place);
  }

  /** Whether the text of such a file may have all grams of some of these; undefined when that is not known. */
  mayHold(name: string, stamp: Stamp, choices: readonly Grams[]): boolean | undefined {
    const place = this.#placeOf(name, stamp);
    if (place === undefined) return undefined;
    if (place === NO_TEXT) return false;
    if (!isSignature(this.#words, place)) return undefined;
    return choices.some((grams) => mayHoldAt(this.#words, place, grams));
  }

  #placeOf(name: string, stamp: Stamp): number | undefined {
    const reading = readingOf(name);
    for (let row = this.#first(stamp.ino); this.#stamps[row * NUMBERS] === stamp.ino; row++) {
      if (this.#places[row * PLACES] === reading && this.#isAt(row, stamp)) return this.#places[row * PLACES + 1];
    }
    return undefined;
  }

  #isAt(row: number, { size, mtimeMs, ctimeMs }: Stamp): boolean {
    const at = row * NUMBERS;
    return this.#stamps[at + 1] === size && this.#stamps[at + 2] === mtimeMs && this.#stamps[at + 3] === ctimeMs;
  }

  // The first row with this inode, or where it would be.
  #first(ino: number): number {
    let low = 0;
    let high = this.#stamps.length / NUMBERS;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#stamps[middle * NUMBERS] as number) < ino) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Keeps the signatures of the files of a scope for later processes. */
export function keepSignatures(
  scope: string,
  shard: Shard,
  entries: readonly FileEntry[],
  signatures: Signatures,
  store: SignatureStore,
): boolean {
  const signed = entries.filter(({ signature }) => signature >= 0 || signature === TEXTLESS);
  const rows = signed.map((entry) => ({ entry, stamp: entry.stamp })).sort((a, b) => a.stamp.ino - b.stamp.ino);
  const stamps = new Float64Array(rows.length * NUMBERS);
  const places = new Uint32Array(rows.length * PLACES);
  let end = 1;
  for (const [row, { entry, stamp }] of rows.entries()) {
    stamps.set([stamp.ino, stamp.size, stamp.mtimeMs, stamp.ctimeMs], row * NUMBERS);
    places.set([readingOf(entry.name), entry.signature === TEXTLESS ? NO_TEXT : end], row * PLACES);
    if (entry.signature !== TEXTLESS) end += signatures.length(entry.signature);
  }
  const sections = new Map([
    ['scope', [Buffer.from(scope)]],
    ['stamps', [bytesOf(stamps)]],
    ['places', [bytesOf(places)]],
    ['words', joined(runsOf(rows, signatures), end)],
  ]);
  const isKept = writeCacheFile(join(store.folder, fileName(scope, shard)), kindOf(store), sections);
  if (isKept) trimCacheFolder(store.folder);
  return isKept;
}

// No place is 0.
function* runsOf(rows: readonly { readonly entry: FileEntry }[], signatures: Signatures): Generator<Uint32Array> {
  yield Uint32Array.of(0);
  for (const { entry } of rows) if (entry.signature !== TEXTLESS) yield signatures.words(entry.signature);
}

/** The file that has the signatures of a scope, or of the nearest one above it; undefined when there is none. */
export function keptFileOf(scope: string, shard: Shard, { folder }: SignatureStore): string | undefined {
  for (let above = scope; ; above = dirname(above)) {
    const path = join(folder, fileName(above, shard));
    if (existsSync(path)) return path;
    if (dirname(above) === above) return undefined;
  }
}

/** How the files of a shard end. */
export function endingOf({ index, count }: Shard): string {
  return `.${index + 1}-of-${count}.index`;
}

function fileName(scope: string, shard: Shard): string {
  return createHash('sha256').update(scope).digest('hex').slice(0, 32) + endingOf(shard);
}

function kindOf({ program }: SignatureStore): string {
  return `signatures 1 ${endianness()} ${program}`;
}

// A second name of a file can have it read in another way.
function readingOf(name: string): number {
  const reading = documentFormat(name) ?? (isPage(name) ? 'page' : 'plain');
  let number = readings.get(reading);
  if (number === undefined) {
    number = crc32(Buffer.from(reading), 0);
    readings.set(reading, number);
  }
  return number;
}

const readings = new Map<string, number>();

function touch(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // It is read-only; then nothing is removed either.
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

const CHUNK = 1 << 18;

// Forty thousand writes of a few hundred bytes would take longer than to copy them together.
function joined(runs: Iterable<Uint32Array>, length: number): Buffer[] {
  const chunks: Buffer[] = [];
  let chunk = new Uint32Array(Math.min(CHUNK, length));
  let left = length;
  let end = 0;
  for (const run of runs) {
    for (let at = 0; at < run.length; ) {
      const part = run.subarray(at, at + chunk.length - end);
      chunk.set(part, end);
      at += part.length;
      end += part.length;
      if (end < chunk.length) continue;
      chunks.push(bytesOf(chunk));
      left -= end;
      chunk = new Uint32Array(Math.min(CHUNK, left));
      end = 0;
    }
  }
  return chunks;
}
