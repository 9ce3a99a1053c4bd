import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from './lines.ts';

/** What comes out for these chunks; bad lines in angle brackets. */
function split(chunks: readonly (string | Uint8Array)[], maxBytes = 1_000_000): string[] {
  const out: string[] = [];
  const splitter = new LineSplitter(
    { line: (text) => void out.push(text), bad: (why) => void out.push(`<${why}>`) },
    maxBytes,
  );
  for (const chunk of chunks) splitter.push(Buffer.from(chunk as Uint8Array));
  splitter.end();
  return out;
}

/** Cuts bytes at the given places, in any order and also outside. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const inside = places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b);
  return [...inside, bytes.length].map((end, at) => bytes.subarray(inside[at - 1] ?? 0, end));
}

describe('LineSplitter', () => {
  it('T1: one line for each newline', () => {
    expect(split(['a\nb\n', 'c\n'])).toEqual(['a', 'b', 'c']);
    expect(split([])).toEqual([]);
    expect(split(['\n\n'])).toEqual(['', '']);
  });

  it('T3: a last line without a newline counts', () => {
    expect(split(['a\nb'])).toEqual(['a', 'b']);
    expect(split(['a\n', 'b', 'c'])).toEqual(['a', 'bc']);
  });

  it('T5: a line in many pieces, many lines in one piece, and characters cut in two', () => {
    const smile = Buffer.from('🙂\n');
    expect(split(['a', '', 'b', 'c\nd\ne', 'f\n'])).toEqual(['abc', 'd', 'ef']);
    expect(split([smile.subarray(0, 1), smile.subarray(1, 3), smile.subarray(3)])).toEqual(['🙂']);
  });

  it('T5: the carriage return of CRLF stays, for JSON does not mind it', () => {
    expect(split(['a\r\n', 'b\r', '\n'])).toEqual(['a\r', 'b\r']);
  });

  it('T4: a line that is too long gives one bad, and the next is served', () => {
    const tooLong = '<the line is longer than 4 bytes>';
    expect(split(['1234\n12345\n1234\n'], 4)).toEqual(['1234', tooLong, '1234']);
    expect(split(['12', '34', '56', '78', '9\nab\n'], 4)).toEqual([tooLong, 'ab']);
    expect(split(['12345'], 4)).toEqual([tooLong]);
    expect(split(['12345', '\n'], 4)).toEqual([tooLong]);
    expect(split(['€€\n€\n'], 4)).toEqual([tooLong, '€']);
  });

  it.each([
    ['a lone continuation byte', [0x80]],
    ['a cut character', [0xe2, 0x82]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['0xff', [0x61, 0xff]],
  ])('T9: invalid UTF-8 (%s) is bad, and the next line is served', (_, bytes) => {
    const chunk = Buffer.concat([Buffer.from(bytes), Buffer.from('\nnext\n')]);
    expect(split([chunk])).toEqual(['<the line is not valid UTF-8>', 'next']);
  });

  it('T5: for any lines and any chunking the same lines come out', () => {
    const anyLine = fc.string({ unit: fc.constantFrom('a', 'é', '€', '🙂', '\r', '\0', '\x03', ' '), maxLength: 30 });
    fc.assert(
      fc.property(
        fc.array(anyLine, { maxLength: 8 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        (lines, places, maxBytes, newlineLast) => {
          const bytes = Buffer.from(lines.join('\n') + (newlineLast && lines.length > 0 ? '\n' : ''));
          const whole = newlineLast ? lines : lines.at(-1) === '' ? lines.slice(0, -1) : lines;
          const served = whole.map((line) =>
            Buffer.byteLength(line) > maxBytes ? `<the line is longer than ${maxBytes} bytes>` : line,
          );
          expect(split(cut(bytes, places), maxBytes)).toEqual(served);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('T9: for any bytes and any chunking the chunks do not matter', () => {
    const anyBytes = fc.array(fc.oneof(fc.constant(0x0a), fc.integer({ min: 0, max: 255 })), { maxLength: 60 });
    fc.assert(
      fc.property(anyBytes, fc.array(fc.nat(), { maxLength: 12 }), (numbers, places) => {
        const bytes = Buffer.from(numbers);
        expect(split(cut(bytes, places), 20)).toEqual(split([bytes], 20));
      }),
      { numRuns: 2_000 },
    );
  });
});
