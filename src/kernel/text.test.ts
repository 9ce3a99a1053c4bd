import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactNumber } from './exact.ts';
import { preview, truncateUtf8 } from './text.ts';

const MARK = '\n\n... (truncated)';

describe('truncateUtf8', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['abc', 4],
    ['äöü', 6],
    ['€', 3],
    ['🙂', 4],
    ['🙂🙂', 8],
  ])('leaves %j alone within %i bytes', (text, limit) => {
    expect(truncateUtf8(text, limit)).toBe(text);
  });

  it.each([
    ['abc', 2, 'ab'],
    ['abc', 0, ''],
    ['äöü', 5, 'äö'],
    ['a€', 3, 'a'],
    ['a€', 2, 'a'],
    ['🙂🙂', 7, '🙂'],
    ['🙂🙂', 5, '🙂'],
    ['🙂', 3, ''],
    ['🙂', 1, ''],
  ])('cuts %j at %i bytes to %j and says so', (text, limit, kept) => {
    expect(truncateUtf8(text, limit)).toBe(kept + MARK);
  });

  it('for any text and any limit: cuts between characters, marks the cut, and cutting again changes nothing', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: fc.constantFrom('a', 'ä', '€', '🙂', '\ud800', '\udc00', '\n'), maxLength: 40 }),
      fc.string({ maxLength: 30 }).map((text) => text + MARK),
    );
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 80 }), (text, limit) => {
        const cut = truncateUtf8(text, limit);
        expect(truncateUtf8(cut, limit)).toBe(cut);
        if (Buffer.byteLength(text) <= limit) expect(cut).toBe(text);
        if (cut === text) {
          expect(Buffer.byteLength(text.endsWith(MARK) ? text.slice(0, -MARK.length) : text)).toBeLessThanOrEqual(
            limit,
          );
          return;
        }
        expect(cut.endsWith(MARK)).toBe(true);
        const kept = cut.slice(0, -MARK.length);
        expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(limit);
        expect(wellFormed(text).startsWith(kept)).toBe(true);
        expect(wellFormed(kept)).toBe(kept);
        const [next = ''] = wellFormed(text).slice(kept.length);
        expect(Buffer.byteLength(kept + next)).toBeGreaterThan(limit);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('preview', () => {
  it.each([
    [undefined, 'nothing'],
    [null, 'null'],
    [true, 'true'],
    [12.5, '12.5'],
    ['abc', '"abc"'],
    ['two\nlines "quoted"', '"two\\nlines \\"quoted\\""'],
    [[1, 2], 'an array'],
    [{ a: 1 }, 'an object'],
    [new ExactNumber('1.10'), '1.10'],
    [new ExactNumber('1'.repeat(100)), `${'1'.repeat(59)}…`],
    ['x'.repeat(60), `"${'x'.repeat(60)}"`],
    ['x'.repeat(61), `"${'x'.repeat(59)}…"`],
  ])('%#: %j', (value, shown) => {
    expect(preview(value)).toBe(shown);
  });

  it.each(['{"source":"x"}', '{"source":1,"toString":"no function"}'])('an object from outside: %s', (json) => {
    expect(preview(JSON.parse(json))).toBe('an object');
  });

  it('clips at the length it is told and never inside a character', () => {
    expect(preview('abcdef', 4)).toBe('"abc…"');
    expect(preview('ab🙂def', 4)).toBe('"ab…"');
    expect(preview('a🙂bdef', 4)).toBe('"a🙂…"');
  });
});

/** The text as UTF-8 can carry it: lone surrogates become replacement characters. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
