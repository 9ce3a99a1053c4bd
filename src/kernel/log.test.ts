import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtProgram, ended, runQuartet } from '../../test/harness/built-program.ts';
import { LOG_LEVELS, type LogLevel, openLog } from './log.ts';

const call = (level: LogLevel, ...args: string[]) => runQuartet(['call', 'add', ...args, '--log-level', level]);

describe('the log of the program', () => {
  it('T2: writes one JSON line an event to stderr and nothing of it to stdout', async () => {
    const { stdout, stderr } = await call('debug', 'a=1', 'b=2');
    expect(stdout).toBe('COBOL reports: ADD 1 TO 2 GIVING 3\n');
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(stderr)).toEqual({
      level: 'debug',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      name: 'cobol-mcp-server',
      tool: 'add',
      outcome: 'ok',
      elapsedMs: expect.any(Number),
      msg: 'call',
    });
  });

  it('is text for people if told', async () => {
    const { stderr } = await runQuartet(['call', 'add', 'a=1', 'b=2', '--log-level', 'debug', '--log-format', 'text']);
    expect(stderr).toMatch(/^\d\d:\d\d:\d\d call tool=add outcome=ok elapsedMs=[\d.]+\n$/);
    const env = { QUARTET_LOG_FORMAT: 'text' };
    const failed = await runQuartet(['call', 'add', 'a=424242', 'b=x', '--log-level', 'trace'], { env });
    expect(failed.stderr).toMatch(/^\d\d:\d\d:\d\d call tool=add outcome=invalid elapsedMs=[\d.]+\n$/);
  });

  it('holds no arguments', async () => {
    const { stdout, stderr } = await call('trace', 'a=424242', 'b=hunter2');
    expect(stdout).toContain('hunter2');
    expect(stderr).toContain('"outcome":"invalid"');
    expect(stderr).not.toMatch(/424242|hunter2/);
  });

  it.each(['off', 'error', 'warn', 'info'] as const)('says nothing of a call at level %s', async (level) => {
    expect((await call(level, 'a=1', 'b=2')).stderr).toBe('');
  });
});

/** Runs a few lines against the built log writer, in a process whose stderr we can read. */
async function write(lines: string, toFile = false): Promise<Record<string, unknown>[]> {
  const chunks = join(builtProgram(), 'dist', 'chunks');
  const writer = readdirSync(chunks).find((name) => name.startsWith('log-writer-')) ?? '';
  const code = `import { openWriter } from ${JSON.stringify(pathToFileURL(join(chunks, writer)).href)};
    const log = openWriter('sample'); ${lines}`;
  const folder = mkdtempSync(join(tmpdir(), 'quartet-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'stderr');
  const shell = ['-c', 'exec "$0" "$@" 2>>"$FILE"', process.execPath];
  const own = ['--input-type=module', '--eval', code];
  const child = toFile
    ? spawn('sh', [...shell, ...own], { env: { ...process.env, FILE: file } })
    : spawn(process.execPath, own);
  const { stdout, stderr } = await ended(child);
  expect(stdout).toBe('');
  const events = (toFile ? readFileSync(file, 'utf8') : stderr).trimEnd().split('\n');
  return events.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the log writer', () => {
  it('redacts secrets at the top and one level down', async () => {
    const names = ['token', 'authorization', 'password', 'secret', 'cookie', 'arguments'];
    const secrets = Object.fromEntries(names.map((name) => [name, 'hunter2']));
    const hidden = Object.fromEntries(names.map((name) => [name, '[redacted]']));
    const [event] = await write(
      `log.info?.(${JSON.stringify({ ...secrets, headers: secrets, tool: 'add' })}, 'said');`,
    );
    expect(event).toMatchObject({
      ...hidden,
      headers: hidden,
      tool: 'add',
      msg: 'said',
      name: 'sample',
      level: 'info',
    });
    expect(JSON.stringify(event)).not.toContain('hunter2');
  });

  it('writes an error with its stack, on one line', async () => {
    const [event, ...more] = await write(`log.error({ err: new TypeError('two\\nlines') }, 'broken');`);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      level: 'error',
      err: { type: 'TypeError', message: 'two\nlines', stack: expect.stringContaining('TypeError: two') },
    });
  });

  it('writes what an error carries, its causes and the errors that it gathers, and no circle', async () => {
    const [event] = await write(`
      const inner = Object.assign(new RangeError('inner'), { code: 'ENOENT' });
      const outer = new AggregateError([inner], 'outer', { cause: new TypeError('reason', { cause: inner }) });
      log.error({ err: Object.assign(outer, { self: outer, other: inner, type: 'mine', status: 5 }) }, 'broken');`);
    expect(event?.err).toEqual({
      type: 'AggregateError',
      message: 'outer: reason: inner',
      stack: expect.stringMatching(
        /^AggregateError: outer\n.*\ncaused by: TypeError: reason\n.*\ncaused by: RangeError: inner\n/s,
      ),
      aggregateErrors: [{ type: 'RangeError', message: 'inner', stack: expect.any(String), code: 'ENOENT' }],
      status: 5,
    });
  });

  it.each([
    { count: 500, level: 'warn', toFile: false },
    { count: 10_000, level: 'warn', toFile: false },
    { count: 10_000, level: 'info', toFile: false },
    { count: 10_000, level: 'info', toFile: true },
  ])(
    'loses nothing when the process ends at once: $count × $level, file: $toFile',
    async ({ count, level, toFile }) => {
      const lines = `for (let n = 0; n < ${count}; n++) log.${level}({ n, é: 'ü'.repeat(50) }, 'count'); process.exit(0);`;
      const events = await write(lines, toFile);
      expect(events.map(({ n }) => n)).toEqual(Array.from({ length: count }, (_, n) => n));
    },
  );

  it('writes lines that are longer than what it gathers, in order', async () => {
    const lines = `log.info?.({}, 'a'); log.info?.({ long: 'x'.repeat(500_000) }, 'b'); log.info?.({}, 'c');`;
    expect((await write(lines)).map(({ msg }) => msg)).toEqual(['a', 'b', 'c']);
  });
});

describe('openLog', () => {
  it('has a level for silence and five for speaking', () => {
    expect(LOG_LEVELS).toEqual(['off', 'error', 'warn', 'info', 'debug', 'trace']);
  });

  it.each(LOG_LEVELS.map((level, rank) => [level, rank] as const))(
    '%s lets %i of five severities pass',
    (level, rank) => {
      const { error, warn, info, debug, trace } = openLog(level, 'sample');
      const events = [error, warn, info, debug, trace];
      // A severity that does not pass costs nothing: it is absent, or the same empty function as in a log that is off.
      const silent = [openLog('off', 'sample').error, undefined];
      expect(events.map((event) => silent.includes(event))).toEqual(events.map((_, at) => at >= rank));
    },
  );

  it('off is silent and flushes at once', async () => {
    const log = openLog('off', 'sample');
    log.error({ err: new Error('nobody hears this') }, 'broken');
    await expect(log.flush()).resolves.toBeUndefined();
  });
});
