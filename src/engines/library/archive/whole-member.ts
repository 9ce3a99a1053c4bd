import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib';
import { crc32 } from '../../../lib/crc32.ts';
import { sha256 } from '../model/files.ts';
import type { Storage, StoredObject } from '../storage/storage.ts';
import type { Packed } from './member.ts';
import {
  CHANGED,
  DEFLATE_LEVEL,
  guardedMember,
  isCompressed,
  type Member,
  MemberFailure,
  unlessAborted,
} from './member.ts';

const deflated = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);
// So that it fits into one piece, also when it does not get any smaller.
const SPARE = 1024;

/** Reads a small member in one piece: bytes and version come with one answer, so that nobody has to ask for the version again. */
export function readWhole(storage: Storage, member: Member, signal: AbortSignal): Promise<Packed> {
  return guardedMember(signal, async () => {
    const object = await unlessAborted(storage.read(member.key), signal);
    if (object === undefined) throw new MemberFailure('The file is gone.');
    const { bytes } = checked(object, member);
    return packedAs(bytes, isCompressed(member.name) ? bytes : await deflated(bytes, settingsFor(bytes)));
  });
}

/** The same without leaving the thread; undefined when the storage cannot give the member at once. */
export function packAtOnce(storage: Storage, member: Member): Packed | undefined {
  const object = storage.readAtOnce?.(member.key);
  if (object === undefined) return undefined;
  const { bytes } = checked(object, member);
  return packedAs(bytes, isCompressed(member.name) ? bytes : deflateRawSync(bytes, settingsFor(bytes)));
}

function checked(object: StoredObject, member: Member): StoredObject {
  const { bytes, version } = object;
  const same =
    bytes.length === member.size &&
    (member.sha256 === undefined ? (member.version ?? version) === version : sha256(bytes) === member.sha256);
  if (!same) throw new MemberFailure(CHANGED);
  return object;
}

function settingsFor(bytes: Buffer): ZlibOptions {
  return { level: DEFLATE_LEVEL, chunkSize: bytes.length + SPARE };
}

function packedAs(bytes: Buffer, packed: Buffer): Packed {
  return { crc: crc32(bytes, 0), size: bytes.length, packedSize: packed.length, chunks: [packed] };
}
