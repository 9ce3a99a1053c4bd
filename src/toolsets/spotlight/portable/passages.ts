import { closeSync, constants, openSync, readSync } from 'node:fs';
import { decode, type Encoding, encodingOf, type Passage, trimmed } from './encoding.ts';
import type { Pace } from './pace.ts';

/** How much of a file is in memory at a time. */
export const WINDOW = 1 << 20;
/** How far two windows of a file overlap: a match longer than this, white space included, may be missed at their border. */
export const OVERLAP = 1 << 16;
/** How much of a file is searched; what is beyond counts as skipped. */
export const LARGEST_FILE = 2 ** 30;

export interface Small {
  readonly bytes: Buffer;
  readonly encoding: Encoding;
}

export type End = 'done' | 'beyond' | 'unreadable' | 'gone';

// Windows knows neither; there the directory entry and lstat have the last word.
const SAFELY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const VANISHED = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO']);

// A window that no file is read into now: room of this size is slow to come by, and slow to be given back.
let spare: Buffer | undefined;

/** Opens a regular file without following a link and without waiting for a pipe. */
export function openSafely(path: string): number | 'unreadable' | 'gone' {
  try {
    return openSync(path, SAFELY);
  } catch (error) {
    return VANISHED.has((error as NodeJS.ErrnoException).code ?? '') ? 'gone' : 'unreadable';
  }
}

/** The bytes of a file of less than a window, to be used at once; 'binary' when they are no text, 'large' when they do not fit. */
export function readSmall(path: string, size: number): Small | 'binary' | 'large' | 'unreadable' | 'gone' {
  const file = openSafely(path);
  if (typeof file === 'string') return file;
  try {
    spare ??= Buffer.allocUnsafeSlow(WINDOW);
    const length = fill(file, spare, 0, 0, size);
    if (length === WINDOW) return 'large';
    const bytes = spare.subarray(0, length);
    const encoding = encodingOf(bytes);
    return encoding === 'binary' ? 'binary' : { bytes, encoding };
  } catch {
    return 'unreadable';
  } finally {
    closeSync(file);
  }
}

/** Gives the text of a large file window by window, until `take` says that it has seen enough. */
export async function readLarge(
  path: string,
  pace: Pace,
  largest: number,
  take: (passage: Passage) => boolean,
): Promise<End> {
  const file = openSafely(path);
  if (typeof file === 'string') return file;
  const buffer = spare ?? Buffer.allocUnsafeSlow(WINDOW);
  spare = undefined;
  try {
    return await windows(file, buffer, pace, largest, take);
  } finally {
    spare = buffer;
    closeSync(file);
  }
}

async function windows(
  file: number,
  buffer: Buffer,
  pace: Pace,
  largest: number,
  take: (passage: Passage) => boolean,
): Promise<End> {
  let encoding: Encoding | undefined;
  let position = 0;
  let kept = 0;
  for (;;) {
    if (pace.due()) await pace.turn();
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
    if (take(decode(bytes, encoding)) || isLast) return 'done';
    position += length - kept;
    if (position >= largest) return 'beyond';
    kept = OVERLAP;
    buffer.copyWithin(0, WINDOW - OVERLAP, WINDOW);
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
