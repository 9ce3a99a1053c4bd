import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArgumentFailure } from '../../engines/filesearch/failures.ts';
import { parseJson } from '../../kernel/json.ts';
import { limitOf, type RawArguments, requiredText, sinceOf } from './spotlight-tool.ts';

const given = (json: string) => parseJson(json) as RawArguments;
const DAY = 24 * 60 * 60 * 1000;

describe('R16, R17: limit', () => {
  it.each([
    ['{}', 100],
    ['{"limit":1}', 1],
    ['{"limit":1000}', 1000],
    ['{"limit":0}', 1],
    ['{"limit":-5}', 1],
    ['{"limit":5000}', 1000],
    ['{"limit":7}', 7],
  ])('R16: %s means %i', (json, limit) => {
    expect(limitOf(given(json))).toBe(limit);
  });

  it.each([
    ['"10"', 100],
    ['true', 100],
    ['null', 100],
    ['2.5', 100],
    ['[]', 100],
    ['{}', 100],
    ['1e30', 100],
    ['-1e30', 100],
    ['1e400', 100],
    ['10.0', 10],
    ['1e1', 10],
    ['9223372036854775807', 1000],
    ['9223372036854775808', 100],
    ['-9223372036854775808', 1],
    ['-9223372036854775809', 100],
    ['9007199254740993', 1000],
    ['-0', 1],
    ['0.0', 1],
    ['2.50', 100],
  ])('R17, D1: %s means %i', (json, limit) => {
    expect(limitOf(given(`{"limit":${json}}`))).toBe(limit);
  });

  it('R16: for any JSON value it is a whole number from 1 to 1000, and never an error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (limit) => {
        const wanted = limitOf({ limit });
        expect(Number.isInteger(wanted) && wanted >= 1 && wanted <= 1000).toBe(true);
      }),
    );
  });
});

describe('E2, E3: text that must be there', () => {
  it('E2: absent', () => {
    const missing = new ArgumentFailure('Missing required argument: query');
    expect(() => requiredText({}, 'query')).toThrow(missing);
    expect(() => requiredText(given('{"__proto__":{"query":"x"}}'), 'query')).toThrow(missing);
    expect(() => requiredText(Object.create({ query: 'x' }) as RawArguments, 'query')).toThrow(missing);
  });

  it.each(['""', 'null', '5', '1.10', 'true', '[]', '["x"]', '{}'])('E3: %s', (json) => {
    const refused = new ArgumentFailure('Invalid argument: query must be a non-empty string');
    expect(() => requiredText(given(`{"query":${json}}`), 'query')).toThrow(refused);
  });

  it('R12: white space is text', () => {
    expect(requiredText({ query: ' ' }, 'query')).toBe(' ');
  });
});

describe('R43, R45: since', () => {
  const now = Date.UTC(2026, 0, 31);

  it.each(['{}', '{"since":null}', '{"since":5}', '{"since":true}', '{"since":[]}', '{"since":1.10}'])(
    'R43, R45: %s is seven days ago',
    (json) => {
      expect(sinceOf(given(json), now)).toBe(now - 7 * DAY);
    },
  );

  it('R45: a text is a moment or refused', () => {
    expect(sinceOf({ since: '2026-01-01T00:00:00Z' }, now)).toBe(Date.UTC(2026, 0, 1));
    expect(() => sinceOf({ since: '' }, now)).toThrow(new ArgumentFailure('Invalid argument: Invalid ISO 8601 date: '));
    expect(() => sinceOf({ since: 'soon' }, now)).toThrow(
      new ArgumentFailure('Invalid argument: Invalid ISO 8601 date: soon'),
    );
  });
});
