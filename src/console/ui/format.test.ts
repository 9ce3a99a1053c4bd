import { expect, it } from 'vitest';
import { ago, bytes, counted, duration } from './format.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [123_456, '123 kB'],
  [5_300_000, '5.3 MB'],
  [2e15, '2000 TB'],
])('%d bytes are %s', (count, text) => expect(bytes(count)).toBe(text));

it.each([
  [0.123, '0.12 ms'],
  [12.34, '12.3 ms'],
  [640, '640 ms'],
  [1234, '1.23 s'],
  [61_000, '61.0 s'],
])('%d ms are %s', (ms, text) => expect(duration(ms)).toBe(text));

it.each([
  [5, 'just now'],
  [50, '1 min ago'],
  [60 * 12, '12 min ago'],
  [3600 * 3, '3 hours ago'],
  [86_400, '1 day ago'],
  [86_400 * 400, '1 year ago'],
])('%d seconds before is %s', (seconds, text) => {
  const now = Date.parse('2026-01-02T03:04:05Z');
  expect(ago(now - seconds * 1000, now)).toBe(text);
});

it('counts with the right word', () => {
  expect([counted(1, 'file'), counted(0, 'file'), counted(12_000, 'entry', 'entries')]).toEqual([
    '1 file',
    '0 files',
    '12,000 entries',
  ]);
});
