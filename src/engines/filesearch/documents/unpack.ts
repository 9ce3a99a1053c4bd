import { Readable, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import type { Source } from './bytes.ts';

export type Packing = 'gzip' | 'xz' | 'zstd' | 'deflate';

const PIECE = 1 << 16;

/**
 * The beginning of what was packed, up to a limit: no more than that is ever unpacked. What is damaged or cut short is read as far as it
 * goes; rejects when nothing can be read.
 */
export async function unpackBeginning(packing: Packing, packed: Source, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of UNPACKERS[packing](pieces(packed))) {
      parts.push(part);
      length += part.length;
      if (length >= limit) break;
    }
  } catch (error) {
    if (length === 0) throw error;
  }
  return Buffer.concat(parts, Math.min(length, limit));
}

const UNPACKERS: Readonly<Record<Packing, (pieces: AsyncIterable<Buffer>) => AsyncIterable<Buffer>>> = {
  gzip: (packed) => through(zlib.createGunzip(), packed),
  deflate: (packed) => through(zlib.createInflateRaw(), packed),
  xz: fromXz,
  // Node's own reader, where it has one, ends with the first of several frames.
  zstd: fromZstd,
};

async function* pieces(packed: Source): AsyncGenerator<Buffer> {
  for (let at = 0; at < packed.size; at += PIECE) {
    const piece = await packed.read(at, PIECE);
    if (piece.length === 0) return;
    yield piece;
  }
}

async function* through(unpacker: Transform, packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(packed);
  source.on('error', (error) => unpacker.destroy(error));
  try {
    yield* source.pipe(unpacker) as AsyncIterable<Buffer>;
  } finally {
    source.destroy();
    unpacker.destroy();
  }
}

type XzLibrary = typeof import('xz-decompress');

async function* fromXz(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const library: XzLibrary & { readonly default?: XzLibrary } = await import('xz-decompress');
  // CommonJS: whether its names are there depends on who bundles it.
  const { XzReadableStream } = library.default ?? library;
  const stream = new XzReadableStream(Readable.toWeb(Readable.from(packed)) as ReadableStream<Uint8Array>);
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      // A copy, because the library uses its room again.
      yield Buffer.from(value);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function* fromZstd(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { Decompress } = await import('fzstd');
  let blocks: Buffer[] = [];
  let end = Buffer.alloc(0);
  const unpacker = new Decompress((block) => {
    blocks.push(Buffer.from(block));
    // One piece can hold gigabytes of nothing.
    if (blocks.length > MOST_BLOCKS) throw new Error('The file unpacks out of proportion.');
  });
  for await (const piece of packed) {
    const seen = Buffer.concat([end, piece]);
    refuseLargeWindows(seen);
    end = seen.subarray(1 - LONGEST_HEADER);
    let failure: unknown;
    try {
      unpacker.push(piece);
    } catch (error) {
      failure = error;
    }
    yield* blocks;
    blocks = [];
    if (failure) throw failure as Error;
  }
}

/** Of 128 KiB at most. */
const MOST_BLOCKS = 1024;
const FRAME = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const LONGEST_HEADER = 18;
const LARGEST_WINDOW = 2 ** 27;

/** The library takes as much memory as a frame asks for, gigabytes if need be; zstd itself refuses that. */
function refuseLargeWindows(bytes: Buffer): void {
  for (let at = bytes.indexOf(FRAME); at !== -1; at = bytes.indexOf(FRAME, at + 1)) {
    const header = bytes.subarray(at + FRAME.length, at + LONGEST_HEADER);
    if (windowOf(header) > LARGEST_WINDOW) throw new Error('The file asks for too much memory to unpack.');
  }
}

/** RFC 8878, 3.1.1.1: a frame of a single segment has the window that its content needs. */
function windowOf([flags = 0, ...rest]: Buffer): number {
  if ((flags & 0x20) === 0) {
    const [descriptor = 0] = rest;
    return 2 ** (10 + (descriptor >> 3)) * (1 + (descriptor & 7) / 8);
  }
  const start = [0, 1, 2, 4][flags & 3] ?? 0;
  const size = rest.slice(start, start + 2 ** (flags >> 6));
  return size.reduce((sum, byte, at) => sum + byte * 256 ** at, 0);
}
