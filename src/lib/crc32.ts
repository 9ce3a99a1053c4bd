import * as zlib from 'node:zlib';

/** The CRC-32 of bytes, going on from the value of the bytes before them. */
export const crc32: (bytes: Buffer, before: number) => number =
  // Node 20 has it from 20.15 on. A namespace import, because a missing name must not stop the program.
  'crc32' in zlib ? zlib.crc32 : tableCrc32;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export function tableCrc32(bytes: Buffer, before: number): number {
  let crc = ~before;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] as number);
  return ~crc >>> 0;
}
