import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure, resultText, success, truncateUtf8 } from './call.ts';

describe('results', () => {
  it('K1: a success has text and structure and no isError', () => {
    const result = success({ text: 'three', data: { sum: 3 } }, 100);
    expect(result).toStrictEqual({ content: [{ type: 'text', text: 'three' }], structuredContent: { sum: 3 } });
  });

  it('a remark is a text of its own, so that the first stays as it is', () => {
    const { content } = success({ text: '[]', data: {}, remark: 'There is more.' }, 100);
    expect(content.map(({ text }) => text)).toEqual(['[]', 'There is more.']);
  });

  it('K1: a failure has text and isError', () => {
    expect(failure('No.', 100)).toStrictEqual({ content: [{ type: 'text', text: 'No.' }], isError: true });
  });

  it('both cap their text', () => {
    const content = [{ type: 'text', text: 'abc\n\n... (truncated)' }];
    expect(success({ text: 'abcdef', data: {} }, 3).content).toEqual(content);
    expect(failure('abcdef', 3).content).toEqual(content);
  });
});

describe('a result as JSON', () => {
  const data = { b: 'ü "quoted" \n', a: [1, { c: null }] };
  const text = JSON.stringify(data);

  it('is the same whether or not the tool has written its data itself', () => {
    for (const meta of [undefined, { truncated: true }]) {
      const plain = success({ text, data, ...(meta && { meta }) }, 1000);
      const ready = success({ text, data, dataText: text, ...(meta && { meta }) }, 1000);
      expect(JSON.parse(resultText(ready))).toEqual(JSON.parse(resultText(plain)));
      expect(JSON.parse(resultText(plain))).toEqual(plain);
    }
  });

  it('is made from the data that was cut', () => {
    const cut = success({ text, data, dataText: text }, 12);
    expect(JSON.parse(resultText(cut))).toEqual(cut);
  });
});

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

/** The text as UTF-8 can carry it: lone surrogates become replacement characters. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

describe('invisible characters', () => {
  const order = '\u{e006f}\u{e006b}';
  const mark = { total: 2, unicode_tags: 2 };

  it('are marked behind the text and in the structure, which stay as they are otherwise', () => {
    const data = { content: `a${order}` };
    const text = JSON.stringify(data);
    for (const dataText of [undefined, text]) {
      const result = success({ text, data, remark: 'There is more.', ...(dataText && { dataText }) }, 1000);
      expect(result.structuredContent).toEqual({ ...data, hidden_characters: mark });
      expect(result.content).toEqual([
        { type: 'text', text },
        { type: 'text', text: expect.stringMatching(/^There is more\.\nThis answer holds 2 invisible characters/) },
      ]);
      expect(JSON.parse(resultText(result))).toEqual(result);
    }
    expect(data).toEqual({ content: `a${order}` });
  });

  it('are found in the structure alone, and all of its parts count', () => {
    const { content, structuredContent } = success({ text: 'two', data: { list: ['\u200b', { b: 'x\u200b' }] } }, 100);
    expect(content).toHaveLength(2);
    expect(structuredContent?.hidden_characters).toEqual({ total: 2, zero_width: 2 });
  });

  it('are marked in a failure', () => {
    const { content } = failure(`There is no ${order}.`, 100);
    expect(content.map(({ text }) => text)).toEqual([`There is no ${order}.`, expect.stringContaining('2 invisible')]);
  });

  it('that were cut off are not spoken of', () => {
    expect(success({ text: `ab${order}`, data: {} }, 2).content).toHaveLength(1);
  });
});
