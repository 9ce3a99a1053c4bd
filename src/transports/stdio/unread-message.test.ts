import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEAD_BYTES, idToAnswer, TAIL_BYTES } from './unread-message.ts';

const ends = (line: string | Buffer) => {
  const bytes = Buffer.from(line as string);
  return { head: bytes.subarray(0, HEAD_BYTES), tail: bytes.subarray(-TAIL_BYTES) };
};
const idOf = (line: string | Buffer) => idToAnswer(ends(line));
const LONG = 'x'.repeat(HEAD_BYTES + TAIL_BYTES);

/** JSON with spaces wherever they may be. */
function spaced(value: unknown, space: string): string {
  return JSON.stringify(value, undefined, space.length > 0 ? space : undefined);
}

describe('the id of a message that cannot be read', () => {
  it.each([
    ['first', `{"jsonrpc":"2.0","id":7,"method":"x","params":{"text":"${LONG}`, '7'],
    ['a string', `{"id":"a \\"b\\" €","params":"${LONG}`, '"a \\"b\\" €"'],
    ['a long number, as it was written', `{"id":12345678901234567890.10,"params":"${LONG}`, '12345678901234567890.10'],
    ['spelled with an escape', `{"\\u0069d":7,"params":"${LONG}`, '7'],
    ['behind params that end', `{"params":{"id":1,"b":[{"id":2}]},"id":7,"more":"${LONG}`, '7'],
    ['behind a string that looks like one', `{"a":"\\"id\\":1,{","id":7,"more":"${LONG}`, '7'],
    ['last, as SDKs write it', `{"method":"x","params":{"text":"${LONG}"},"jsonrpc":"2.0","id":7}`, '7'],
    ['last, with spaces', `{"params":"${LONG}" , "id" : "seven" }\r`, '"seven"'],
    ['near the end', `{"params":"${LONG}","id":7,"jsonrpc":"2.0","method":"x"}`, '7'],
  ])('is found: %s', (_, line, id) => expect(idOf(line)).toBe(id));

  it.each([
    ['inside of params that do not end', `{"method":"x","params":{"id":7,"text":"${LONG}`],
    ['inside of params at the end', `{"params":{"text":"${LONG}","id":7}}`],
    ['inside of a string', `{"method":"x","params":"${LONG} \\"id\\":7}"}`],
    ['in a text with a comma at the end', `{"params":"${LONG},\\"id":7}`],
    ['cut', `{"a":"${'x'.repeat(HEAD_BYTES - 15)}","id":1234567,"b":"${LONG}"}`],
    ['of a wrong type', `{"id":{"a":1},"params":"${LONG}`],
    ['null', `{"id":null,"params":"${LONG}`],
    ['in a batch', `[{"id":7,"params":"${LONG}"}]`],
    ['in what is no JSON', LONG],
    ['in nothing', ''],
  ])('is null: %s', (_, line) => expect(idOf(line)).toBe('null'));

  it('a notification is told by its method, and not answered', () => {
    expect(idOf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"text":"${LONG}`)).toBeUndefined();
    expect(idOf(`{"jsonrpc":"2.0","method":"notifications/progress","id":7,"params":{"text":"${LONG}`)).toBe('7');
  });

  it('bytes that are no text do not matter, unless they are in the id', () => {
    const bad = Buffer.from([0xff, 0x80]);
    const around = (before: string, after: string) => Buffer.concat([Buffer.from(before), bad, Buffer.from(after)]);
    expect(idOf(around('{"params":"', '","id":7}'))).toBe('7');
    expect(idOf(around('{"id":"é","params":"', '"}'))).toBe('"é"');
    expect(idOf(around('{"id":"', '"}'))).toBe('null');
  });

  const anyValue = fc.jsonValue({ maxDepth: 3 });
  const anyId = fc.oneof(
    fc.integer(),
    fc.string({ maxLength: 40 }),
    fc.constantFrom('id', '"', '\\', '{"id":1}', '€🙂'),
  );
  const anyMembers = fc.array(fc.tuple(fc.string({ maxLength: 10 }), anyValue), { maxLength: 6 });
  const objectOf = (members: readonly (readonly [string, unknown])[], where = '') =>
    Object.fromEntries(members.map(([name, value]) => [`${where} ${name}`, value]));

  it('for any object, the id at any place of the head is found, wherever the line is cut behind it', () => {
    fc.assert(
      fc.property(
        anyMembers,
        anyId,
        anyMembers,
        fc.nat(),
        fc.constantFrom('', ' ', '\t'),
        (before, id, after, cut, space) => {
          const head = spaced({ ...objectOf(before), id }, space);
          fc.pre(Buffer.byteLength(head) < HEAD_BYTES);
          const whole = spaced({ ...objectOf(before), id, ...objectOf(after, 'after'), long: LONG }, space);
          // Where the id is known to be over.
          const least = head.length - 1 - (space === '' ? 0 : 1);
          const line = whole.slice(0, least + 1 + (cut % (whole.length - least)));
          expect(idOf(line)).toBe(JSON.stringify(id));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('for any object with the id at its end, that is found, or no other', () => {
    fc.assert(
      fc.property(anyMembers, anyId, fc.constantFrom('', ' '), (before, id, space) => {
        const line = spaced({ long: LONG, ...objectOf(before), id }, space);
        expect(idOf(line)).toBe(JSON.stringify(id));
      }),
      { numRuns: 1000 },
    );
  });

  it('for any object without an id of its own, none is found', () => {
    fc.assert(
      fc.property(anyMembers, anyValue, anyMembers, fc.nat(), (before, inner, after, cut) => {
        const params = { params: { id: inner, more: [{ id: 1 }], text: '"id":1,"id":2}' } };
        const line = JSON.stringify({ ...objectOf(before), ...params, ...objectOf(after, 'after'), long: LONG });
        const { head, tail } = ends(line);
        expect(idToAnswer({ head: head.subarray(0, cut % head.length), tail })).toBe('null');
        expect(idToAnswer({ head, tail })).toBe('null');
      }),
      { numRuns: 1000 },
    );
  });

  it('for any bytes it gives the JSON of an id, or nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const id = idOf(Buffer.concat([Buffer.from('{"'), bytes])) ?? 'null';
        expect(['string', 'number', 'object']).toContain(typeof JSON.parse(id));
      }),
    );
  });
});
