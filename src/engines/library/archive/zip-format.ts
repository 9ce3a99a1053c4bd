/** What the headers of a ZIP say about a member. */
export interface ZipEntry {
  readonly name: Buffer;
  readonly modifiedAt: Date;
  readonly stored: boolean;
  readonly crc: number;
  readonly size: number;
  readonly packedSize: number;
  readonly offset: number;
}

const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;
// Deflated noise grows by less than this share, so that a member's size alone tells whether it needs Zip64.
const LARGE = MAX_32 * 0.99;
const UTF8_NAMES = 1 << 11;
const MADE_ON_UNIX = 3 << 8;
const REGULAR_FILE_0644 = (0o100644 << 16) >>> 0;

export function localHeader(entry: ZipEntry): Buffer {
  const large = entry.size > LARGE;
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  common(header, 4, entry, large, large ? 20 : 0);
  const extra = large ? [zip64Extra([entry.size, entry.packedSize])] : [];
  return Buffer.concat([header, entry.name, ...extra]);
}

export function centralHeader(entry: ZipEntry): Buffer {
  const large = entry.size > LARGE;
  const far = entry.offset >= MAX_32;
  const wide = [...(large ? [entry.size, entry.packedSize] : []), ...(far ? [entry.offset] : [])];
  const extra = wide.length > 0 ? zip64Extra(wide) : Buffer.alloc(0);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_ON_UNIX | versionNeeded(large || far), 4);
  common(header, 6, entry, large, extra.length);
  if (far) header.writeUInt16LE(versionNeeded(true), 6);
  header.writeUInt32LE(REGULAR_FILE_0644, 38);
  header.writeUInt32LE(far ? MAX_32 : entry.offset, 42);
  return Buffer.concat([header, entry.name, extra]);
}

/** The records behind the directory, with their Zip64 forms when a number needs them. */
export function endRecords(count: number, directorySize: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(directorySize, MAX_32), 12);
  end.writeUInt32LE(Math.min(directoryOffset, MAX_32), 16);
  if (count < MAX_16 && directorySize < MAX_32 && directoryOffset < MAX_32) return end;
  const wide = Buffer.alloc(56 + 20);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeUInt16LE(MADE_ON_UNIX | versionNeeded(true), 12);
  wide.writeUInt16LE(versionNeeded(true), 14);
  wide.writeBigUInt64LE(BigInt(count), 24);
  wide.writeBigUInt64LE(BigInt(count), 32);
  wide.writeBigUInt64LE(BigInt(directorySize), 40);
  wide.writeBigUInt64LE(BigInt(directoryOffset), 48);
  wide.writeUInt32LE(0x07064b50, 56);
  wide.writeBigUInt64LE(BigInt(directoryOffset + directorySize), 64);
  wide.writeUInt32LE(1, 72);
  return Buffer.concat([wide, end]);
}

/** The fields that both headers of a member have, in the same order. */
function common(header: Buffer, at: number, entry: ZipEntry, large: boolean, extraLength: number): void {
  const { date, time } = dosTime(entry.modifiedAt);
  header.writeUInt16LE(versionNeeded(large), at);
  header.writeUInt16LE(UTF8_NAMES, at + 2);
  header.writeUInt16LE(entry.stored ? 0 : 8, at + 4);
  header.writeUInt16LE(time, at + 6);
  header.writeUInt16LE(date, at + 8);
  header.writeUInt32LE(entry.crc, at + 10);
  header.writeUInt32LE(large ? MAX_32 : entry.packedSize, at + 14);
  header.writeUInt32LE(large ? MAX_32 : entry.size, at + 18);
  header.writeUInt16LE(entry.name.length, at + 22);
  header.writeUInt16LE(extraLength, at + 24);
}

function zip64Extra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  return extra;
}

function versionNeeded(zip64: boolean): number {
  return zip64 ? 45 : 20;
}

/** UTC, in steps of two seconds, from 1980 to 2107: what the format can hold. */
function dosTime(moment: Date): { date: number; time: number } {
  const year = moment.getUTCFullYear();
  if (!(year >= 1980)) return { date: (1 << 5) | 1, time: 0 };
  if (year > 2107) return { date: (127 << 9) | (12 << 5) | 31, time: (23 << 11) | (59 << 5) | 29 };
  return {
    date: ((year - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
  };
}
