import type { KeptObject } from '../../model/kept-object.ts';

/** A pack is records one after the other: mark, hash, length of what follows, size of what comes out of it, compressed bytes. */
const MARK = Buffer.from('QVO1');
const HASH_AT = MARK.length;
const STORED_AT = HASH_AT + 32;
const SIZE_AT = STORED_AT + 4;
export const HEADER_BYTES = SIZE_AT + 4;

export const PACK_NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.pack$/;

/** What the first bytes of a record tell. `stored` counts the header too. */
export type RecordHeader = Pick<KeptObject, 'sha256' | 'stored' | 'size'>;

export function recordOf(sha256: string, size: number, compressed: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  MARK.copy(header);
  header.write(sha256, HASH_AT, 'hex');
  header.writeUInt32BE(compressed.length, STORED_AT);
  header.writeUInt32BE(size, SIZE_AT);
  return Buffer.concat([header, compressed]);
}

/** Reads a header; undefined when there is none, as where a crash has cut off the end of a pack. */
export function headerIn(bytes: Buffer): RecordHeader | undefined {
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, HASH_AT).equals(MARK)) return undefined;
  return {
    sha256: bytes.toString('hex', HASH_AT, STORED_AT),
    stored: HEADER_BYTES + bytes.readUInt32BE(STORED_AT),
    size: bytes.readUInt32BE(SIZE_AT),
  };
}
