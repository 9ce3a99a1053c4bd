import { createHash } from 'node:crypto';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';
import { untilAborted } from '../../../lib/abort.ts';
import { crc32 } from '../../../lib/crc32.ts';
import { type Storage, StorageFailure } from '../storage/storage.ts';

/** Less than half of the work of the usual 6, and on lessons a few bytes in a thousand more. */
export const DEFLATE_LEVEL = 5;

/** One file of an archive. With a hash the bytes are checked against it, otherwise the version is looked at again. */
export interface Member {
  readonly key: string;
  /** The name inside the archive, relative to the book. */
  readonly name: string;
  readonly size: number;
  readonly modifiedAt: Date;
  readonly sha256?: string;
  readonly version?: string;
}

/** What reading a member to its end has told. */
export interface Reading {
  readonly crc: number;
  readonly size: number;
  readonly packedSize: number;
  /** Whether the bytes are as they were (default: what its name says). */
  readonly stored?: boolean;
}

/** A small member, ready to be written. */
export interface Packed extends Reading {
  readonly chunks: readonly Buffer[];
}

/** A member cannot be part of the archive; the others can. */
export class MemberFailure extends Error {
  override readonly name = 'MemberFailure';
}

/** The time is up, or nobody wants the archive any more. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

const COMPRESSED =
  /\.(?:png|jpe?g|gif|webp|avif|heic|mp4|m4v|m4a|webm|mov|mkv|mp3|aac|ogg|opus|flac|pdf|zip|gz|tgz|bz2|xz|zst|br|7z|rar|jar|epub|docx|pptx|xlsx|woff2?)$/i;
export const CHANGED = 'The file changed while the archive was made.';

/** Whether deflating the member would only cost time. */
export function isCompressed(name: string): boolean {
  return COMPRESSED.test(name);
}

/** Reads a member to its end, gives its packed bytes away piece by piece, and makes sure they are the promised ones. */
export async function readMember(
  storage: Storage,
  member: Member,
  signal: AbortSignal,
  emit: (packed: Buffer) => void | Promise<void>,
): Promise<Reading> {
  let packedSize = 0;
  let broken: { readonly error: unknown } | undefined;
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      packedSize += chunk.length;
      Promise.resolve(emit(chunk)).then(
        () => done(),
        (error: Error) => {
          broken = { error };
          done(error);
        },
      );
    },
  });
  // Nothing else listens until the file is open.
  target.on('error', () => {});
  return await guardedMember(signal, async () => {
    try {
      const source = await open(storage, member.key, signal);
      const reading = await pump(source, member, target, signal);
      await checkVersion(storage, member, signal);
      return { ...reading, packedSize };
    } catch (error) {
      throw broken ? new TargetBroken(broken.error) : error;
    }
  });
}

/** The bytes could not be given away: no fault of the member. */
class TargetBroken extends Error {
  constructor(readonly error: unknown) {
    super('the target is broken');
  }
}

/** Whatever goes wrong with reading a member concerns this member only, unless the time is up. */
export async function guardedMember<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> {
  if (signal.aborted) throw new Interrupted();
  try {
    return await read();
  } catch (error) {
    if (error instanceof TargetBroken) throw error.error;
    if (signal.aborted) throw new Interrupted();
    if (error instanceof MemberFailure) throw error;
    const message = error instanceof StorageFailure ? error.message : 'The file could not be read.';
    throw new MemberFailure(message, { cause: error });
  }
}

async function open(storage: Storage, key: string, signal: AbortSignal): Promise<Readable> {
  const opening = storage.stream(key, signal);
  try {
    return await unlessAborted(opening, signal);
  } catch (error) {
    opening.then(
      (late) => late.destroy(),
      () => undefined,
    );
    throw error;
  }
}

async function pump(source: Readable, member: Member, target: Writable, signal: AbortSignal) {
  const hash = member.sha256 === undefined ? undefined : createHash('sha256');
  let crc = 0;
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > member.size) return done(new MemberFailure(CHANGED));
      crc = crc32(chunk, crc);
      hash?.update(chunk);
      done(null, chunk);
    },
  });
  const packer = isCompressed(member.name) ? undefined : createDeflateRaw({ level: DEFLATE_LEVEL });
  // The pipeline tells what breaks. Once it has ended it listens no more, and a stream may break even then.
  for (const stream of [measure, packer]) stream?.on('error', () => {});
  if (packer === undefined) await pipeline(source, measure, target, { signal });
  else await pipeline(source, measure, packer, target, { signal });
  if (size !== member.size || (hash && hash.digest('hex') !== member.sha256)) throw new MemberFailure(CHANGED);
  return { crc, size };
}

async function checkVersion(storage: Storage, { key, sha256, version }: Member, signal: AbortSignal): Promise<void> {
  if (sha256 !== undefined || version === undefined) return;
  const now = await unlessAborted(storage.stat(key), signal);
  if (now?.version !== version) throw new MemberFailure(CHANGED);
}

/** A storage may ignore the signal; the archive does not wait for it. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return untilAborted(promise, signal, () => new Interrupted());
}
