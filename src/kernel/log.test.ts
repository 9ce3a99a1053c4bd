import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builtProgram, ended, runQuartet } from '../quartet.testing.ts';
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
async function write(lines: string): Promise<Record<string, unknown>[]> {
  const chunks = join(builtProgram(), 'dist', 'chunks');
  const writer = readdirSync(chunks).find((name) => name.startsWith('log-writer-')) ?? '';
  const code = `import { openWriter } from ${JSON.stringify(pathToFileURL(join(chunks, writer)).href)};
    const log = openWriter('sample'); ${lines}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code]);
  const { stdout, stderr } = await ended(child);
  expect(stdout).toBe('');
  const events = stderr.trimEnd().split('\n');
  return events.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the log writer', () => {
  it('redacts secrets at the top and one level down', async () => {
    const names = ['token', 'authorization', 'password', 'secret', 'cookie', 'arguments'];
    const secrets = Object.fromEntries(names.map((name) => [name, 'hunter2']));
    const hidden = Object.fromEntries(names.map((name) => [name, '[redacted]']));
    const [event] = await write(`log.info(${JSON.stringify({ ...secrets, headers: secrets, tool: 'add' })}, 'said');`);
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

  it('loses nothing when the process ends at once', async () => {
    const events = await write(`for (let n = 0; n < 500; n++) log.warn({ n }, 'count'); process.exit(0);`);
    expect(events.map(({ n }) => n)).toEqual(Array.from({ length: 500 }, (_, n) => n));
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
      // A severity that does not pass costs nothing: it is the same empty function as in a log that is off.
      const silence = openLog('off', 'sample').error;
      expect(events.map((event) => event === silence)).toEqual(events.map((_, at) => at >= rank));
    },
  );

  it('off is silent and flushes at once', async () => {
    const log = openLog('off', 'sample');
    log.error({ err: new Error('nobody hears this') }, 'broken');
    await expect(log.flush()).resolves.toBeUndefined();
  });
});
