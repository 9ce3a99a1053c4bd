import { promisify } from 'node:util';
import { deflateRaw, type ZlibOptions } from 'node:zlib';
import { sha256 } from '../hash.ts';
import type { Storage } from '../storage/storage.ts';
import { crc32 } from './crc32.ts';
import {
  CHANGED,
  DEFLATE_LEVEL,
  guardedMember,
  isCompressed,
  type Member,
  MemberFailure,
  unlessAborted,
} from './member.ts';
import type { Packed } from './packing-ahead.ts';

const deflated = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);
// So that it fits into one piece, also when it does not get any smaller.
const SPARE = 1024;

/** Reads a small member in one piece: bytes and version come with one answer, so that nobody has to ask for the version again. */
export function readWhole(storage: Storage, member: Member, signal: AbortSignal): Promise<Packed> {
  return guardedMember(signal, async () => {
    const object = await unlessAborted(storage.read(member.key), signal);
    if (object === undefined) throw new MemberFailure('The file is gone.');
    const { bytes, version } = object;
    const same =
      bytes.length === member.size &&
      (member.sha256 === undefined ? (member.version ?? version) === version : sha256(bytes) === member.sha256);
    if (!same) throw new MemberFailure(CHANGED);
    const packed = isCompressed(member.name)
      ? bytes
      : await deflated(bytes, { level: DEFLATE_LEVEL, chunkSize: bytes.length + SPARE });
    return { crc: crc32(bytes, 0), size: bytes.length, packedSize: packed.length, chunks: [packed] };
  });
}
