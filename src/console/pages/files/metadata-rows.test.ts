import { expect, it } from 'vitest';
import { metadataRows } from './metadata-rows.ts';

it('says in words what is known of a file', () => {
  expect(
    metadataRows({
      kMDItemContentTypeTree: ['public.png', 'public.image'],
      kMDItemPixelWidth: 1200,
      kMDItemColorSpace: 'RGB',
      kMDItemFSName: 'a.png',
      kMDItemDisplayName: 'a.png',
      kMDItemFSSize: 12_345,
      kMDItemFSInvisible: 0,
      kMDItemDurationSeconds: 2.5,
      kMDItemISOSpeedRating: 100,
      kMDItemOdd: { a: 1 },
    }),
  ).toEqual([
    ['Name', 'a.png'],
    ['Size', '12.3 kB (12,345 bytes)'],
    ['Color space', 'RGB'],
    ['Duration', '2.5 s'],
    ['ISO speed rating', '100'],
    ['Odd', '{"a":1}'],
    ['Width', '1,200 pixels'],
    ['Type tree', 'public.png, public.image'],
    ['Hidden', 'no'],
  ]);
});

it('dates are told as the reader writes them, and long values are cut', () => {
  const [[, date = ''] = [], [, title = ''] = []] = metadataRows({
    kMDItemContentModificationDate: '2026-03-03T10:00:00Z',
    kMDItemTitle: 'x'.repeat(5000),
  });
  expect(date).toBe(new Date('2026-03-03T10:00:00Z').toLocaleString());
  expect(title).toHaveLength(2001);
});
