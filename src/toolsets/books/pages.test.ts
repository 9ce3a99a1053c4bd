import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { AnswerPage, cursorAt, PAGE_BYTES, positionIn } from './pages.ts';

const SHAPE = z.tuple([z.string(), z.int()]);
const refused = expect.objectContaining({
  code: 'VALIDATION_ERROR',
  message: expect.stringMatching(/cursor does not belong to this call.*begin anew/),
});

const call = fc.array(fc.oneof(fc.string(), fc.boolean(), fc.constant(undefined)), { maxLength: 4 });
const position = fc.tuple(fc.string({ unit: 'grapheme' }), fc.nat());

it('a cursor leads back to its position, in the same call alone', () => {
  fc.assert(
    fc.property(call, call, position, (asked, other, at) => {
      const cursor = cursorAt(asked, at);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(positionIn(cursor, asked, SHAPE)).toEqual(at);
      if (JSON.stringify(other) === JSON.stringify(asked)) return;
      expect(() => positionIn(cursor, other, SHAPE)).toThrow(refused);
    }),
  );
  expect(positionIn(undefined, ['x'], SHAPE)).toBeUndefined();
});

it('a cursor that was changed in any place is refused', () => {
  const cursor = cursorAt(['x'], ['books/a', 7]);
  for (let at = 0; at < cursor.length; at++) {
    for (const change of ['A', 'b', '', '=', 'AA']) {
      const changed = cursor.slice(0, at) + change + cursor.slice(at + 1);
      if (changed !== cursor) expect(() => positionIn(changed, ['x'], SHAPE)).toThrow(refused);
    }
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => positionIn(text, ['x'], SHAPE)).toThrow(refused);
    }),
  );
  // Somebody who makes a tag of his own gets no further than to a position.
  expect(() => positionIn(cursorAt(['x'], { key: '../..' }), ['x'], SHAPE)).toThrow(refused);
});

it('a page is full when the next item would exceed it, but holds one item of any size', () => {
  const page = new AnswerPage<string>(['x']);
  expect(page.add('a'.repeat(2 * PAGE_BYTES), 'first')).toBe(true);
  expect(page.nextCursor).toBeUndefined();
  expect(page.add('b', 'second')).toBe(false);
  expect(page.items).toHaveLength(1);
  expect(positionIn(page.nextCursor, ['x'], z.string())).toBe('first');
  const small = new AnswerPage<string>(['x']);
  for (let count = 0; small.add('ü'.repeat(50), `${count}`); count++);
  expect(Buffer.byteLength(JSON.stringify(small.items))).toBeLessThanOrEqual(PAGE_BYTES + 1);
  expect(small.items.length).toBe(Math.floor(PAGE_BYTES / 103));
});
