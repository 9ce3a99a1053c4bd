import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ProtocolFailure, ToolFailure } from '../../kernel/errors.ts';
import { ExactNumber } from '../../kernel/json.ts';
import { MAX_BODY_BYTES, type Reply } from './judge.ts';
import { describeError, isJson, readReply, tryParse } from './replies.ts';

const reply = (body: string | Uint8Array, status = 200, contentType = 'application/json'): Reply => ({
  status,
  contentType,
  body: Buffer.from(body as string),
});
const shape = z.object({ a: z.string() });

describe('isJson', () => {
  it.each(['application/json', 'APPLICATION/JSON; x', 'application/problem+json', 'application/json-seq'])(
    'R12: %s is',
    (type) => expect(isJson(reply('', 200, type))).toBe(true),
  );

  it.each(['', 'text/json', 'application/ld+json', 'application/xml', ' application/json', 'application/problem'])(
    'R12: %j is not',
    (type) => expect(isJson(reply('', 200, type))).toBe(false),
  );
});

describe('readReply', () => {
  it('reads a good answer', () => {
    expect(readReply(reply('{"a":"x","b":1}'), shape)).toEqual({ a: 'x' });
  });

  it('R20, R24: any other status is a failure of the call', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), fc.uint8Array(), fc.boolean(), (status, body, json) => {
        const given = reply(body, status, json ? 'application/json' : 'text/plain');
        if (status !== 200) expect(() => readReply(given, shape)).toThrow(ToolFailure);
      }),
    );
  });

  it('R19: what cannot be used is a failure of the protocol', () => {
    for (const body of ['', '{', 'null', '{"a":1}', '[]']) {
      expect(() => readReply(reply(body), shape)).toThrow(ProtocolFailure);
    }
  });

  it('R19: says where the trouble is', () => {
    const nested = z.object({ list: z.array(shape) });
    expect(() => readReply(reply('{"list":[{"a":"x"},{"a":2}]}'), nested)).toThrow(
      "The judge's answer cannot be used: field list.1.a is not as expected: Invalid input: expected string, received number.",
    );
  });

  it('C4: a character in two pieces is forgiven at the size limit, and only there', () => {
    const body = Buffer.concat([Buffer.from('{"a":"x"}'.padEnd(MAX_BODY_BYTES - 1)), Buffer.from([0xf0])]);
    expect(readReply(reply(body), shape)).toEqual({ a: 'x' });
    expect(() => readReply(reply(body.subarray(1)), shape)).toThrow('it is not valid UTF-8');
    const inside = Buffer.from(body);
    inside[20] = 0xf0;
    expect(() => readReply(reply(inside), shape)).toThrow('it is not valid UTF-8');
  });
});

describe('describeError', () => {
  it('R21: tells any problem document by the template', () => {
    const members = fc.record(
      { title: fc.string(), detail: fc.string(), status: fc.integer({ min: 0, max: 65_535 }), more: fc.jsonValue() },
      { requiredKeys: ['title'] },
    );
    fc.assert(
      fc.property(members, fc.constantFrom(400, 404, 500), (problem, status) => {
        expect(describeError(reply(JSON.stringify(problem), status, 'application/problem+json'))).toBe(
          `[${problem.status ?? status}] ${problem.title}: ${problem.detail ?? ''}`,
        );
      }),
    );
  });

  it('R21: null is as good as missing', () => {
    const problem = '{"title":"Not Found","status":null,"detail":null}';
    expect(describeError(reply(problem, 404, 'application/problem+json'))).toBe('[404] Not Found: ');
  });

  it.each(['4e2', '404.0', '-0', '70000', '"404"'])('R21: a status of %s is none', (status) => {
    const body = `{"title":"Not Found","status":${status}}`;
    expect(describeError(reply(body, 404))).toBe(`[404] ${body}`);
  });

  it('R21: half a surrogate pair makes it any other text', () => {
    for (const body of ['{"title":"a\\ud83d"}', '{"title":"a","detail":"\\ude00"}']) {
      expect(describeError(reply(body, 500))).toBe(`[500] ${body}`);
    }
  });

  it('R22: tells any other text by its first 500 characters', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary', minLength: 490, maxLength: 1100 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const shown = describeError(reply(text, 500, 'text/plain')).slice('[500] '.length);
        const withoutMark = text.replace(/^\ufeff/, '');
        expect(shown).toBe(Array.from(withoutMark).slice(0, 500).join(''));
      }),
    );
  });
});

describe('tryParse', () => {
  it('tells an integer from a floating point number of the same value', () => {
    expect(tryParse(reply('{"retry_after":30}'))).toEqual({ retry_after: 30 });
    expect(tryParse(reply('{"retry_after":30.0}'))).toEqual({ retry_after: new ExactNumber('30.0') });
  });

  it('R25: never throws', () => {
    fc.assert(fc.property(fc.uint8Array(), (body) => void tryParse(reply(body))));
    expect(tryParse(reply('{'))).toBeUndefined();
    expect(tryParse(reply('{}', 202, 'text/plain'))).toBeUndefined();
  });
});
