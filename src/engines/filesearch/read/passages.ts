import { isAscii, isUtf8, transcode } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { codeOf } from '../../../lib/errno.ts';
import { type Folder, isInPlaceSync, SAFELY } from '../../../lib/in-place.ts';
import type { TimeBudget } from '../../../lib/time-budget.ts';

/** How much of a file is in memory at a time. */
export const WINDOW = 1 << 20;
const FIRST_READ = 1 << 16;
/** How far two windows of a file overlap: a match longer than this, white space included, may be missed at their border. */
export const OVERLAP = 1 << 16;
/** How far into a file lines are counted: nobody else has a turn meanwhile. */
const MOST_COUNTED = 2 ** 27;
/** How much of a file is searched; what is beyond counts as skipped. */
export const LARGEST_FILE = 2 ** 30;

export interface Small {
  readonly bytes: Buffer;
  readonly encoding: Encoding;
  /** What the system said about the file while it was open, if that was wanted. */
  readonly stats?: Stats;
}

export type End = 'done' | 'beyond' | 'unreadable' | 'gone';

const VANISHED = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO']);

// A window that no file is read into now: room of this size is slow to come by, and slow to be given back.
let spare: Buffer | undefined;

/** Opens a regular file without following a link, be it in a folder's place, and without waiting for a pipe. */
export function openSafely(path: string): number | 'unreadable' | 'gone' {
  try {
    const file = openSync(path, SAFELY);
    if (isInPlaceSync(file, path)) return file;
    closeSync(file);
    return 'gone';
  } catch (error) {
    return whyNot(error);
  }
}

/** The same for a file in a folder that is held: whether it was in its place is for the caller to see, once for all files in it. */
export function openIn(folder: Folder, name: string): number | 'unreadable' | 'gone' {
  try {
    return folder.openByPath(name);
  } catch (error) {
    return whyNot(error);
  }
}

function whyNot(error: unknown): 'unreadable' | 'gone' {
  return VANISHED.has(codeOf(error)) ? 'gone' : 'unreadable';
}

/** The bytes of a file of less than a window, to be used at once; 'binary' when they are no text, 'large' when they do not fit. */
export function readSmall(
  path: string,
  size: number,
  wantsStats = false,
): Small | 'binary' | 'large' | 'unreadable' | 'gone' {
  return readSmallFrom(openSafely(path), size, wantsStats);
}

/** The same for a file that has been opened; it is closed. */
export function readSmallFrom(
  file: ReturnType<typeof openSafely>,
  size: number,
  wantsStats = false,
): ReturnType<typeof readSmall> {
  if (typeof file === 'string') return file;
  try {
    spare ??= Buffer.allocUnsafeSlow(WINDOW);
    let length = readSync(file, spare, 0, FIRST_READ, 0);
    // Most files end there, and most of the others are no text.
    const isEnough = length < FIRST_READ ? length >= size : encodingOf(spare.subarray(0, length)) === 'binary';
    if (!isEnough) length = fill(file, spare, length, length, size);
    if (length === WINDOW) return 'large';
    const bytes = spare.subarray(0, length);
    const encoding = encodingOf(bytes);
    if (encoding === 'binary') return 'binary';
    return wantsStats ? { bytes, encoding, stats: fstatSync(file) } : { bytes, encoding };
  } catch {
    return 'unreadable';
  } finally {
    closeSync(file);
  }
}

/** Gives the text of a large file window by window, until `take` says that it has seen enough. */
export async function readLarge(
  path: string,
  budget: TimeBudget,
  largest: number,
  take: (passage: Passage) => boolean,
): Promise<End> {
  const file = openSafely(path);
  if (typeof file === 'string') return file;
  const buffer = spare ?? Buffer.allocUnsafeSlow(WINDOW);
  spare = undefined;
  try {
    return await windows(file, buffer, budget, largest, take);
  } finally {
    spare = buffer;
    closeSync(file);
  }
}

async function windows(
  file: number,
  buffer: Buffer,
  budget: TimeBudget,
  largest: number,
  take: (passage: Passage) => boolean,
): Promise<End> {
  let encoding: Encoding | undefined;
  let position = 0;
  let kept = 0;
  for (;;) {
    if (budget.due()) await budget.turn();
    let length: number;
    try {
      length = fill(file, buffer, kept, position, Number.POSITIVE_INFINITY);
    } catch {
      return 'unreadable';
    }
    const isLast = length < WINDOW;
    encoding ??= encodingOf(buffer.subarray(0, length));
    if (encoding === 'binary') return 'done';
    const bytes = trimmed(buffer.subarray(0, length), encoding, position === 0, isLast);
    const start = encoding === 'bytes' || position === 0 ? position - kept : undefined;
    if (take({ ...decode(bytes, encoding), start }) || isLast) return 'done';
    position += length - kept;
    if (position >= largest) return 'beyond';
    kept = OVERLAP;
    buffer.copyWithin(0, WINDOW - OVERLAP, WINDOW);
  }
}

/** How many lines end in the first bytes of a file of ASCII or a superset of it; undefined when they are many or cannot be read. */
export function lineBreaksBefore(path: string, end: number): number | undefined {
  if (end === 0) return 0;
  const file = end > MOST_COUNTED ? 'beyond' : openSafely(path);
  if (typeof file === 'string') return undefined;
  spare ??= Buffer.allocUnsafeSlow(WINDOW);
  try {
    let count = 0;
    let last = 0;
    for (let position = 0; position < end; position += WINDOW) {
      const length = Math.min(fill(file, spare, 0, position, Number.POSITIVE_INFINITY), end - position);
      for (let at = 0; at < length; at++) {
        const byte = spare[at] as number;
        if (byte === 13 || (byte === 10 && last !== 13)) count++;
        last = byte;
      }
    }
    return count;
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

// Reads until the buffer is full or the file ends, which a short read means once its size has been reached.
function fill(file: number, buffer: Buffer, start: number, position: number, size: number): number {
  let end = start;
  while (end < buffer.length) {
    const got = readSync(file, buffer, end, buffer.length - end, position + end - start);
    end += got;
    if (got === 0 || (end < buffer.length && position + end - start >= size)) break;
  }
  return end;
}

export type Encoding = 'binary' | 'utf-16le' | 'utf-16be' | 'bytes';

/** Some text of a file, and whether it is nothing but ASCII. */
export interface Passage {
  readonly text: string;
  readonly ascii: boolean;
  /** How many bytes are before it in a large file; undefined where lines cannot be counted by bytes. */
  readonly start?: number | undefined;
}

const SNIFFED = 8192;

/** What the beginning of a file says about its encoding. */
export function encodingOf(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zero = bytes.indexOf(0);
  return zero !== -1 && zero < SNIFFED ? 'binary' : 'bytes';
}

/** Decodes bytes that are no binary: UTF-16 after a mark, else UTF-8, else Latin-1. */
export function decode(bytes: Buffer, encoding: Encoding): Passage {
  if (encoding === 'utf-16le') return { text: bytes.toString('utf16le'), ascii: false };
  if (encoding === 'utf-16be') return { text: swapped(bytes).toString('utf16le'), ascii: false };
  if (isAscii(bytes)) return { text: bytes.toString('latin1'), ascii: true };
  return { text: isUtf8(bytes) ? fromUtf8(bytes) : bytes.toString('latin1'), ascii: false };
}

// By way of UTF-16, which takes a third of the time.
function fromUtf8(bytes: Buffer): string {
  return transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
}

/** A piece cut out of a longer text, without the halves of characters at its ends. */
export function trimmed(bytes: Buffer, encoding: Encoding, isFirst: boolean, isLast: boolean): Buffer {
  if (encoding !== 'bytes') return bytes;
  let start = 0;
  let end = bytes.length;
  if (!isFirst) while (start < Math.min(3, end) && isContinuation(bytes[start])) start++;
  if (!isLast) {
    const lead = lastLead(bytes, end);
    if (lead !== undefined && lead + sequenceLength(bytes[lead] as number) > end) end = lead;
  }
  return bytes.subarray(start, end);
}

function lastLead(bytes: Buffer, end: number): number | undefined {
  for (let at = end - 1; at >= Math.max(0, end - 4); at--) if (!isContinuation(bytes[at])) return at;
  return undefined;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16();
}
