import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMoment } from './since.ts';

describe('R45, R46: moments', () => {
  it.each([
    ['2024-01-05T00:00:00Z', '2024-01-05T00:00:00.000Z'],
    ['2024-01-05T10:20:30+02:00', '2024-01-05T08:20:30.000Z'],
    ['2024-01-05T10:20:30-05:30', '2024-01-05T15:50:30.000Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('R45: %s is accepted', (text, moment) => {
    expect(new Date(parseMoment(text) ?? Number.NaN).toISOString()).toBe(moment);
  });

  it.each([
    ['2024-01-05T00:00:00.5Z', '2024-01-05T00:00:00.500Z'],
    ['2024-01-05T00:00:00.123456+00:00', '2024-01-05T00:00:00.123Z'],
    ['2024-01-05', '2024-01-05T00:00:00.000Z'],
  ])('R46: %s is accepted beyond the original', (text, moment) => {
    expect(new Date(parseMoment(text) ?? Number.NaN).toISOString()).toBe(moment);
  });

  it.each([
    '',
    ' ',
    'yesterday',
    'Jan 5 2024',
    '2024',
    '2024-01',
    '20240105',
    '2024-1-5',
    '2024-01-05T00:00:00',
    '2024-01-05 00:00:00Z',
    '2024-01-05T00:00Z',
    '2024-01-05Z',
    '2024-01-05T00:00:00.Z',
    '2024-01-05T00:00:00+0200',
    '2024-01-05T00:00:00+02',
    '2024-01-05t00:00:00z',
    '2024-02-30T00:00:00Z',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '2024-01-05T24:00:00Z',
    '2024-01-05T00:60:00Z',
    '2024-01-05T00:00:60Z',
    '2024-01-05T00:00:00+24:00',
    '2024-01-05T00:00:00+00:60',
    '+2024-01-05',
    '2024-01-05T00:00:00Z ',
    '\n2024-01-05',
    '2024-01-05\n',
    '٢٠٢٤-٠١-٠٥',
    '1704412800',
  ])('R46: %j is refused', (text) => {
    expect(parseMoment(text)).toBeUndefined();
  });

  it('R46: for any moment, what JavaScript writes is read back', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(parseMoment(date.toISOString())).toBeCloseTo(date.getTime(), 3);
        },
      ),
    );
  });
});
