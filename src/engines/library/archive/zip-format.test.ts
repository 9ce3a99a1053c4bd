import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 as reference } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32, tableCrc32 } from '../../../lib/crc32.ts';
import { unzip } from './testing/unzip.ts';
import { centralHeader, endRecords, localHeader, type ZipEntry } from './zip-format.ts';

const entry: ZipEntry = {
  name: Buffer.from('a.txt'),
  modifiedAt: new Date('2026-03-01T08:30:01Z'),
  stored: true,
  crc: tableCrc32(Buffer.from('hello'), 0),
  size: 5,
  packedSize: 5,
  offset: 0,
};

test('both ways to a CRC agree, also in pieces', () => {
  const bytes = Buffer.from('The quick brown fox');
  expect(tableCrc32(bytes, 0)).toBe(reference(bytes));
  expect(tableCrc32(bytes.subarray(4), tableCrc32(bytes.subarray(0, 4), 0))).toBe(reference(bytes));
  expect(crc32(bytes, 0)).toBe(reference(bytes));
});

test('a member beyond 4 GiB is found through Zip64 records', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'zip64-'));
  const file = path.join(folder, 'sparse.zip');
  const handle = await open(file, 'w');
  const far = { ...entry, offset: 5 * 2 ** 30 };
  const local = Buffer.concat([localHeader(far), Buffer.from('hello')]);
  const directory = centralHeader(far);
  const end = endRecords(1, directory.length, far.offset + local.length);
  await handle.write(Buffer.concat([local, directory, end]), 0, undefined, far.offset);
  await handle.close();
  const members = await unzip(file);
  await rm(folder, { recursive: true });
  expect(members.get('a.txt')?.text).toBe('hello');
});

test('a large member has its sizes in Zip64 fields of both headers', () => {
  const large = { ...entry, size: 5e9, packedSize: 6e9 };
  expect(localHeader(large).readBigUInt64LE(30 + 5 + 4)).toBe(5_000_000_000n);
  expect(localHeader(large).readBigUInt64LE(30 + 5 + 12)).toBe(6_000_000_000n);
  expect(centralHeader(large).readBigUInt64LE(46 + 5 + 4)).toBe(5_000_000_000n);
});

test('more than 65,534 members need Zip64 records', () => {
  expect(endRecords(65_534, 10, 10)).toHaveLength(22);
  expect(endRecords(65_535, 10, 10)).toHaveLength(98);
});

test('times outside the format are drawn to its ends', () => {
  const at = (text: string) => localHeader({ ...entry, modifiedAt: new Date(text) }).readUInt32LE(10);
  expect(at('1970-01-01T00:00:00Z')).toBe(0x00210000);
  expect(at('nonsense')).toBe(0x00210000);
  expect(at('2200-01-01T00:00:00Z')).toBe(at('2107-12-31T23:59:58Z'));
});
