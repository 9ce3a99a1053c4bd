import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { validateArguments } from './dispatch.ts';
import { ExactNumber, parseJson } from './json.ts';
import { sampleTool } from './testing/toolsets.ts';
import type { Tool } from './tool.ts';

const shape = {
  text: z.string(),
  number: z.number(),
  whole: z.int().min(1).max(10),
  flag: z.boolean(),
  list: z.array(z.string()),
  colour: z.enum(['red', 'green']),
  only: z.literal('yes'),
  code: z.string().regex(/^[A-Z]{3}$/, 'three capital letters'),
  short: z.string().max(3),
  nested: z.object({ inner: z.array(z.object({ deep: z.string() })) }),
  custom: z.unknown().transform((_, context) => {
    context.addIssue({ code: 'custom', message: 'Something better.' });
    return z.NEVER;
  }),
};

/** The problem with one argument, for a tool that has only that one. */
function problemWith(name: keyof typeof shape, json: string): string {
  return problem({ ...sampleTool('sample', neverRuns), input: z.object({ [name]: shape[name] }) }, json);
}

function problem(tool: Tool, json: string): string {
  const checked = validateArguments(tool, parseJson(json));
  if (checked.ok) throw new Error(`${json} was accepted`);
  return checked.problems.map(({ message }) => message).join(' ');
}

function neverRuns(): never {
  throw new Error('a tool must not run here');
}

describe('K4: a problem names the argument, what came and what is expected', () => {
  it.each<[keyof typeof shape, string, string]>([
    ['text', '{}', 'Missing argument "text"; expected a string.'],
    ['number', '{}', 'Missing argument "number"; expected a number.'],
    ['whole', '{}', 'Missing argument "whole"; expected a number.'],
    ['colour', '{}', 'Missing argument "colour"; expected one of "red", "green".'],
    ['only', '{}', 'Missing argument "only"; expected "yes".'],
    ['nested', '{}', 'Missing argument "nested"; expected an object.'],
    ['text', '{"text":5}', 'Invalid argument "text": received 5; expected a string.'],
    ['text', '{"text":null}', 'Invalid argument "text": received null; expected a string.'],
    ['number', '{"number":"5"}', 'Invalid argument "number": received "5"; expected a number.'],
    ['number', '{"number":[5]}', 'Invalid argument "number": received an array; expected a number.'],
    ['whole', '{"whole":1.5}', 'Invalid argument "whole": received 1.5; expected an integer.'],
    ['flag', '{"flag":"true"}', 'Invalid argument "flag": received "true"; expected true or false.'],
    ['list', '{"list":"a"}', 'Invalid argument "list": received "a"; expected an array.'],
    ['nested', '{"nested":true}', 'Invalid argument "nested": received true; expected an object.'],
    ['colour', '{"colour":"blue"}', 'Invalid argument "colour": received "blue"; expected one of "red", "green".'],
    ['only', '{"only":"no"}', 'Invalid argument "only": received "no"; expected "yes".'],
    ['whole', '{"whole":11}', 'Invalid argument "whole": received 11; expected number to be <=10.'],
    ['whole', '{"whole":0}', 'Invalid argument "whole": received 0; expected number to be >=1.'],
    ['short', '{"short":"abcd"}', 'Invalid argument "short": received "abcd"; expected string to have <=3 characters.'],
    ['code', '{"code":"usd"}', 'Invalid argument "code": received "usd"; expected three capital letters.'],
    ['custom', '{"custom":{}}', 'Invalid argument "custom": received an object; expected something better.'],
    [
      'nested',
      '{"nested":{"inner":[{"deep":"a"},{"deep":1}]}}',
      'Invalid argument "nested.inner.1.deep": received 1; expected a string.',
    ],
    ['nested', '{"nested":{"inner":[{}]}}', 'Missing argument "nested.inner.0.deep"; expected a string.'],
  ])('%s %s', (name, json, expected) => {
    expect(problemWith(name, json)).toBe(expected);
  });

  it('shows a long value only in part', () => {
    const json = JSON.stringify({ code: 'x'.repeat(1000) });
    const shown = `${'x'.repeat(59)}…`;
    expect(problemWith('code', json)).toBe(
      `Invalid argument "code": received "${shown}"; expected three capital letters.`,
    );
  });

  it('a pattern without words of its own is still told as an expectation', () => {
    const tool = { ...sampleTool('sample', neverRuns), input: z.object({ id: z.string().regex(/^\d+$/) }) };
    expect(problem(tool, '{"id":"x"}')).toBe(
      'Invalid argument "id": received "x"; expected to match pattern /^\\d+$/.',
    );
  });

  it('tells every problem at once', () => {
    const tool = { ...sampleTool('sample', neverRuns), input: z.object({ a: z.string(), b: z.string() }) };
    expect(problem(tool, '{"b":1}')).toBe(
      'Missing argument "a"; expected a string. Invalid argument "b": received 1; expected a string.',
    );
  });

  it('an inherited name is not an argument that came', () => {
    const tool = { ...sampleTool('sample', neverRuns), input: z.object({ constructor: z.string() }) };
    expect(problem(tool, '{}')).toBe('Missing argument "constructor"; expected a string.');
  });

  it.each(['{"source":1}', '{"source":1,"toString":2}'])(
    'an object is only called so, whatever is in it: %s',
    (json) => {
      expect(problemWith('text', `{"text":${json}}`)).toBe(
        'Invalid argument "text": received an object; expected a string.',
      );
    },
  );

  it.each([
    ['5', '5'],
    ['"a=1"', '"a=1"'],
    ['[1]', 'an array'],
    ['true', 'true'],
    ['1e400', '1e400'],
  ])('arguments that are not an object: %s', (json, shown) => {
    for (const exactNumbers of [true, false]) {
      expect(problem({ ...sampleTool('sample', neverRuns), exactNumbers }, json)).toBe(
        `The arguments of sample must be a JSON object, but ${shown} came.`,
      );
    }
  });
});

describe('what is let through', () => {
  const tool = { ...sampleTool('sample', neverRuns), input: z.object({ a: z.unknown(), b: z.number().default(7) }) };

  it('K6: extra arguments are ignored', () => {
    const checked = validateArguments(tool, parseJson('{"a":1,"zzz":[1],"_meta":{},"__proto__":{"b":1}}'));
    expect(checked).toEqual({ ok: true, args: { a: 1, b: 7 } });
  });

  it('absent and null arguments count as none', () => {
    for (const none of [undefined, null]) {
      expect(validateArguments({ ...tool, input: z.object({}) }, none)).toEqual({ ok: true, args: {} });
    }
  });

  it('T8: exact numbers reach a tool that asks for them', () => {
    const raw = parseJson('{"a":[1.10,{"x":1e400}]}');
    expect(validateArguments({ ...tool, exactNumbers: true }, raw)).toEqual({
      ok: true,
      args: { a: [new ExactNumber('1.10'), { x: new ExactNumber('1e400') }], b: 7 },
    });
  });

  it('any other tool gets plain numbers, as JSON.parse would give them', () => {
    const raw = parseJson('{"a":[1.10,{"x":1e400}],"b":2.50}');
    expect(validateArguments(tool, raw)).toEqual({
      ok: true,
      args: { a: [1.1, { x: Number.POSITIVE_INFINITY }], b: 2.5 },
    });
  });
});

describe('null', () => {
  const input = z.strictObject({ text: z.string(), limit: z.int().optional(), order: z.enum(['up']).default('up') });
  const tool = { ...sampleTool('sample', neverRuns), input };

  it('counts as left out where an argument may be', () => {
    const checked = validateArguments(tool, { text: 'a', limit: null, order: null });
    expect(checked).toEqual({ ok: true, args: { text: 'a', order: 'up' } });
  });

  it('is refused where there must be something, and as an argument that nobody knows', () => {
    expect(problem(tool, '{"text":null}')).toBe('Invalid argument "text": received null; expected a string.');
    expect(problem(tool, '{"text":"a","other":null}')).toContain('Unknown argument "other"');
  });
});
