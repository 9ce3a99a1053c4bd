import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { crc32 } from '../../../lib/crc32.ts';
import { SAFELY } from '../../../lib/in-place.ts';
import { takeLock } from './cache-folder.ts';

/** What a cache file holds, by name. As it is read, every section begins at a multiple of eight bytes. */
export type Sections = ReadonlyMap<string, Buffer>;

interface Contents {
  readonly kind: string;
  readonly sections: readonly { readonly name: string; readonly bytes: number; readonly crc: number }[];
}

const MAGIC = Buffer.from('quartet cache 1\n');
/** The magic, and the length and checksum of the list of contents. */
const HEAD = MAGIC.length + 8;
const MOST_CONTENTS = 1 << 16;

/**
 * Reads a file that `writeCacheFile` has written, with this kind. Undefined for whatever else is there: damaged, cut short, larger than it
 * may be, of another kind, another user's, a link.
 *
 *     writeCacheFile(path, 'vectors 1', new Map([['numbers', [Buffer.from(vectors.buffer)]]]));
 *     const numbers = readCacheFile(path, 'vectors 1', 64 << 20)?.get('numbers');
 */
export function readCacheFile(path: string, kind: string, mostBytes: number): Sections | undefined {
  try {
    const bytes = readWhole(path, mostBytes);
    return bytes && sectionsOf(bytes, kind);
  } catch {
    return undefined;
  }
}

/**
 * Puts a file in place at once, for its owner alone: whoever reads it sees the former one or this one. False when it could not be written, or
 * another process is writing it.
 */
export function writeCacheFile(path: string, kind: string, sections: ReadonlyMap<string, readonly Buffer[]>): boolean {
  const lock = takeLock(path);
  if (!lock) return false;
  const fresh = `${path}.${process.pid}.new`;
  try {
    const file = openSync(fresh, 'wx', 0o600);
    try {
      for (const chunk of chunksOf(kind, sections)) writeWhole(file, chunk);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
    return true;
  } catch {
    rmSync(fresh, { force: true });
    return false;
  } finally {
    lock.release();
  }
}

function readWhole(path: string, mostBytes: number): Buffer | undefined {
  const file = openSync(path, SAFELY);
  try {
    const stats = fstatSync(file);
    const isOurs = process.getuid === undefined || stats.uid === process.getuid();
    if (!stats.isFile() || !isOurs || stats.size < HEAD || stats.size > mostBytes) return undefined;
    const bytes = Buffer.allocUnsafeSlow(stats.size);
    let end = 0;
    for (let got = -1; got !== 0 && end < bytes.length; end += got)
      got = readSync(file, bytes, end, bytes.length - end, end);
    return end === bytes.length ? bytes : undefined;
  } finally {
    closeSync(file);
  }
}

function sectionsOf(bytes: Buffer, kind: string): Sections | undefined {
  const length = bytes.readUInt32LE(MAGIC.length);
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC) || length > MOST_CONTENTS) return undefined;
  const listed = bytes.subarray(HEAD, HEAD + length);
  if (crc32(listed, 0) !== bytes.readUInt32LE(MAGIC.length + 4)) return undefined;
  const contents = JSON.parse(listed.toString()) as Contents;
  if (contents.kind !== kind) return undefined;
  const sections = new Map<string, Buffer>();
  let at = padded(HEAD + length);
  for (const { name, bytes: size, crc } of contents.sections) {
    const section = bytes.subarray(at, at + size);
    if (section.length !== size || crc32(section, 0) !== crc) return undefined;
    sections.set(name, section);
    at += padded(size);
  }
  return at === bytes.length ? sections : undefined;
}

function* chunksOf(kind: string, sections: ReadonlyMap<string, readonly Buffer[]>): Generator<Buffer> {
  const contents: Contents = {
    kind,
    sections: [...sections].map(([name, chunks]) => ({
      name,
      bytes: sizeOf(chunks),
      crc: chunks.reduce((crc, chunk) => crc32(chunk, crc), 0),
    })),
  };
  // White space at the end of the list, so that its checksum is over everything up to the first section.
  const listed = JSON.stringify(contents);
  const list = Buffer.from(listed + ' '.repeat(padding(HEAD + Buffer.byteLength(listed))));
  const head = Buffer.alloc(HEAD);
  MAGIC.copy(head);
  head.writeUInt32LE(list.length, MAGIC.length);
  head.writeUInt32LE(crc32(list, 0), MAGIC.length + 4);
  yield head;
  yield list;
  for (const chunks of sections.values()) {
    yield* chunks;
    yield Buffer.alloc(padding(sizeOf(chunks)));
  }
}

function sizeOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

function padding(size: number): number {
  return -size & 7;
}

function padded(size: number): number {
  return size + padding(size);
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
