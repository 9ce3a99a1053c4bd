import { describe, expect, it } from 'vitest';
import { UsageError } from '../terminal/usage.ts';
import { readLogStyle } from './log-format.ts';
import { readSettings } from './settings.ts';

const json = { format: 'json', colours: false };
const text = { format: 'text', colours: false };
const coloured = { format: 'text', colours: true };

describe('readLogStyle', () => {
  it.each([
    [undefined, undefined, false, json],
    [undefined, undefined, true, coloured],
    ['json', undefined, true, json],
    ['text', undefined, false, text],
    [undefined, 'text', false, text],
    [undefined, ' JSON ', true, json],
    ['text', 'json', false, text],
    ['json', 'text', true, json],
    [undefined, '', true, coloured],
  ])('--log-format %j, QUARTET_LOG_FORMAT %j, on a terminal: %j', (flag, variable, isTerminal, expected) => {
    const env = variable === undefined ? {} : { QUARTET_LOG_FORMAT: variable };
    expect(readLogStyle(flag, env, isTerminal)).toEqual({ logStyle: expected, notices: [] });
  });

  it.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('is without colours for %j', (env) => {
    expect(readLogStyle(undefined, env, true).logStyle).toEqual(text);
  });

  it('refuses a flag that it does not know; a variable it only mentions', () => {
    expect(() => readLogStyle('xml', {}, true)).toThrow(new UsageError("unknown log format 'xml'. Known: json, text."));
    expect(readLogStyle(undefined, { QUARTET_LOG_FORMAT: 'xml' }, false)).toEqual({
      logStyle: json,
      notices: ["QUARTET_LOG_FORMAT: 'xml' is not a log format and is ignored"],
    });
    expect(readLogStyle('text', { QUARTET_LOG_FORMAT: 'xml' }, false).notices).toEqual([]);
  });
});

it('settings hold the style and what was not understood', () => {
  const env = { QUARTET_LOG: 'loud', QUARTET_LOG_FORMAT: 'xml' };
  expect(readSettings({}, env).logNotices).toEqual([
    "QUARTET_LOG: 'loud' is not a log directive and is ignored",
    "QUARTET_LOG_FORMAT: 'xml' is not a log format and is ignored",
  ]);
  expect(readSettings({ logFormat: 'text' }, { NO_COLOR: '1' }).logStyle).toEqual(text);
});
