import { delimiter } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listOf } from '../../kernel/toolset.ts';
import { UsageError } from '../terminal/usage.ts';
import { readSettings, served } from './settings.ts';

describe('readSettings', () => {
  it('has defaults', () => {
    expect(readSettings({}, {})).toMatchObject({
      logLevel: 'info',
      toolsets: undefined,
      tools: undefined,
      excludeTools: [],
      readOnly: false,
      extras: false,
    });
  });

  it('reads flags', () => {
    const flags = { logLevel: 'debug', toolsets: 'cobol', tools: 'a, b,,c ', excludeTools: 'd', readOnly: true };
    expect(readSettings({ ...flags, extras: true }, {})).toMatchObject({
      extras: true,
      logLevel: 'debug',
      toolsets: ['cobol'],
      tools: ['a', 'b', 'c'],
      excludeTools: ['d'],
      readOnly: true,
    });
  });

  it('reads the environment twins', () => {
    const env = {
      QUARTET_LOG: 'trace',
      QUARTET_TOOLSETS: 'cobol',
      QUARTET_TOOLS: 'a,b',
      QUARTET_EXCLUDE_TOOLS: 'c, d',
      QUARTET_READ_ONLY: '1',
      QUARTET_EXTRAS: '1',
    };
    expect(readSettings({}, env)).toMatchObject({
      extras: true,
      logLevel: 'trace',
      toolsets: ['cobol'],
      tools: ['a', 'b'],
      excludeTools: ['c', 'd'],
      readOnly: true,
    });
  });

  it('reads options that may be given several times, and switches', () => {
    const read = (flags: Parameters<typeof readSettings>[0], env = {}) => {
      const { allow, all, watch } = readSettings(flags, env).options;
      return { allow: allow && listOf(allow), all, watch };
    };
    expect(read({ watch: true })).toEqual({});
    expect(read({ allow: ['/a:b', '/c'], all: true, watch: false })).toEqual({
      allow: ['/a:b', '/c'],
      all: 'yes',
      watch: 'no',
    });
    const env = { QUARTET_SPOTLIGHT_ALLOW: ['/a', '', '/b'].join(delimiter), QUARTET_SPOTLIGHT_WATCH: '0' };
    expect(read({ watch: true }, env)).toEqual({ allow: ['/a', '/b'], watch: '0' });
    expect(read({ allow: ['/c'], watch: false }, env)).toEqual({ allow: ['/c'], watch: 'no' });
    expect(read({}, { QUARTET_SPOTLIGHT_ALLOW: delimiter })).toEqual({});
  });

  it('flags win over the environment', () => {
    const env = {
      QUARTET_LOG: 'trace',
      RUST_LOG: 'debug',
      QUARTET_TOOLSETS: 'cobol',
      QUARTET_TOOLS: 'a',
      QUARTET_EXCLUDE_TOOLS: 'b',
      QUARTET_READ_ONLY: '1',
    };
    const flags = { logLevel: 'off', toolsets: 'all', tools: 'x', excludeTools: 'y', readOnly: false };
    expect(readSettings(flags, env)).toMatchObject({
      logLevel: 'off',
      toolsets: undefined,
      tools: ['x'],
      excludeTools: ['y'],
      readOnly: false,
    });
  });

  it.each([
    ['warn', undefined, 'warn'],
    [undefined, 'debug', 'debug'],
    ['warn', 'debug', 'warn'],
    ['WARN', undefined, 'warn'],
    [' error ', undefined, 'error'],
    [undefined, 'warn,foo=debug', 'warn'],
    [undefined, 'foo=debug,warn', 'warn'],
    [undefined, 'foo=trace, quartet::http=debug , error', 'error'],
    [undefined, 'debug,warn', 'warn'],
    [undefined, 'off', 'off'],
    [undefined, 'foo=debug', 'info'],
    [undefined, 'loud', 'info'],
    [undefined, '', 'info'],
    ['loud', 'debug', 'debug'],
    ['', 'debug', 'debug'],
  ])('QUARTET_LOG %j and RUST_LOG %j give %s', (quartet, rust, level) => {
    const env = {
      ...(quartet !== undefined && { QUARTET_LOG: quartet }),
      ...(rust !== undefined && { RUST_LOG: rust }),
    };
    expect(readSettings({}, env).logLevel).toBe(level);
  });

  it.each([
    ['1', true],
    ['true', true],
    ['yes', true],
    ['0', false],
    ['false', false],
    ['FALSE', false],
    ['no', false],
    ['off', false],
    ['', false],
  ])('QUARTET_READ_ONLY or QUARTET_EXTRAS=%j is %s', (value, on) => {
    expect(readSettings({}, { QUARTET_READ_ONLY: value }).readOnly).toBe(on);
    expect(readSettings({}, { QUARTET_EXTRAS: value }).extras).toBe(on);
  });

  it.each([
    ['5', {}, 5000],
    ['0.25', { QUARTET_TIME_LIMIT: '9' }, 250],
    [undefined, { QUARTET_TIME_LIMIT: '9' }, 9000],
    [undefined, { QUARTET_TIME_LIMIT: '' }, undefined],
  ])('--time-limit %j with %j is %j ms', (timeLimit, env, expected) => {
    expect(readSettings(timeLimit === undefined ? {} : { timeLimit }, env).timeLimitMs).toBe(expected);
  });

  it.each(['0', '-1', '1e3', '86401', 'soon', '0.0001'])('refuses --time-limit %j', (timeLimit) => {
    expect(() => readSettings({ timeLimit }, {})).toThrow(/--time-limit .* 0\.001 to 86400/);
  });

  it.each(['all', 'cobol,all', '', ' , '])('the toolsets %j are all of them', (toolsets) => {
    expect(readSettings({ toolsets }, {}).toolsets).toBeUndefined();
  });

  it('refuses what does not exist, with a hint', () => {
    const refusal = (flags: Parameters<typeof readSettings>[0], env = {}) => {
      try {
        return readSettings(flags, env);
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
        return (error as Error).message;
      }
    };
    expect(refusal({ toolsets: 'colbol' })).toBe("unknown toolset 'colbol'. Did you mean cobol?");
    expect(refusal({}, { QUARTET_TOOLSETS: 'constructor' })).toMatch(/^unknown toolset 'constructor'\. Known: .*cobol/);
    expect(refusal({ logLevel: 'loud' })).toBe(
      "unknown log level 'loud'. Known: off, error, warn, info, debug, trace.",
    );
    expect(refusal({ logLevel: 'warn,foo=debug' })).toContain("unknown log level 'warn,foo=debug'");
  });
});

describe('served', () => {
  it('gives a server over HTTP quotas by default', () => {
    const told = readSettings({ quotaUserMb: '0' }, { QUARTET_QUOTA_LIBRARY_MB: '7' });
    expect(told.options.quotaLibraryFiles).toBeUndefined();
    expect(served(told).options).toMatchObject({
      quotaUserMb: '0',
      quotaLibraryMb: '7',
      quotaLibraryFiles: '500000',
      quotaUserOverlays: '10000',
    });
  });
});
