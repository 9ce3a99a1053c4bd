import type { Member } from './archive-text.ts';
import type { Source } from './bytes.ts';
import { decodeUnknown } from './charsets.ts';

const BLOCK = 512;
const MOST_BYTES_OF_A_NAME = 1 << 16;
const MOST_HEADERS = 50_000;

export function isTar(head: Buffer): boolean {
  return head.toString('latin1', 257, 262) === 'ustar';
}

/** The members of a tar archive, in their order; ends where it is damaged. */
export async function* tarMembers(archive: Source): AsyncGenerator<Member> {
  let longName: string | undefined;
  let at = 0;
  for (let count = 0; count < MOST_HEADERS && at + BLOCK <= archive.size; count++) {
    const header = Buffer.from(await archive.read(at, BLOCK));
    const size = sizeOf(header);
    if (header[0] === 0 || !Number.isSafeInteger(size) || size < 0) return;
    const type = String.fromCharCode(header[156] as number);
    const start = at + BLOCK;
    at = start + Math.ceil(size / BLOCK) * BLOCK;
    if (type === 'L' || type === 'x') {
      const content = await archive.read(start, Math.min(size, MOST_BYTES_OF_A_NAME));
      longName = type === 'L' ? field(content, 0, content.length) : (paxPath(content) ?? longName);
    } else if (type !== 'g' && type !== 'K') {
      const isFile = type === '0' || type === '\0' || type === '7';
      const read = async (limit: number) => Buffer.from(await archive.read(start, isFile ? Math.min(size, limit) : 0));
      yield { name: longName ?? nameOf(header), read };
      longName = undefined;
    }
  }
}

function nameOf(header: Buffer): string {
  const prefix = field(header, 345, 155);
  const name = field(header, 0, 100);
  return isTar(header) && header[262] === 0 && prefix !== '' ? `${prefix}/${name}` : name;
}

function field(bytes: Buffer, from: number, length: number): string {
  const content = bytes.subarray(from, from + length);
  const end = content.indexOf(0);
  return decodeUnknown(end === -1 ? content : content.subarray(0, end));
}

/** Octal digits, or, for eight gigabytes and more, a number in binary. */
function sizeOf(header: Buffer): number {
  if (((header[124] ?? 0) & 0x80) !== 0) return Number(header.readBigUInt64BE(128));
  return Number.parseInt(field(header, 124, 12).trim() || '0', 8);
}

/** Records `27 path=…`, each with its length before it. */
function paxPath(content: Buffer): string | undefined {
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const length = Number(content.toString('latin1', at, space));
    if (space === -1 || !(length > 0)) return undefined;
    const record = content.subarray(space + 1, at + length);
    if (record.toString('latin1', 0, 5) === 'path=') return record.toString('utf8', 5).trimEnd();
    at += length;
  }
  return undefined;
}
