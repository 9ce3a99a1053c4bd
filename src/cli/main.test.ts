import { describe, expect, it } from 'vitest';
import { ended, runQuartet, startQuartet } from '../../test/harness/built-program.ts';

type Json = Record<string, unknown>;

const initialize = (id: number, protocolVersion: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});
const call = (id: unknown, name: string, args: Json) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** Sends messages to a server and gives its answers, after it has ended well. */
async function serve(args: string[], messages: (string | Json)[], env = {}): Promise<Json[]> {
  const lines = messages.map((message) => (typeof message === 'string' ? message : JSON.stringify(message)));
  const { code, stdout, stderr } = await runQuartet(args, { input: lines.join('\n'), env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout === '' || stdout.endsWith('\n')).toBe(true);
  const answers = stdout.split('\n').slice(0, -1);
  return answers.map((line) => JSON.parse(line) as Json);
}

function resultOf<T>(answer: Json | undefined): T {
  return (answer as { result: T }).result;
}

function toolNames(answer: Json | undefined): string[] {
  return resultOf<{ tools: { name: string }[] }>(answer).tools.map(({ name }) => name);
}

describe('quartet cobol', () => {
  it('L1: introduces itself as cobol-mcp-server', async () => {
    const [answer] = await serve(['cobol'], [initialize(1, '2025-11-25')]);
    expect(answer).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      result: {
        protocolVersion: '2025-11-25',
        serverInfo: { name: 'cobol-mcp-server', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
        capabilities: { tools: {} },
      },
    });
    expect(Object.keys(resultOf<{ capabilities: Json }>(answer).capabilities)).toEqual(['tools']);
  });

  // The specification leaves the choice; docs/cobol.md says which one was made.
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2024-11-05'],
    ['1999-12-31', '2025-11-25'],
  ])('L2: a client that asks for %s is answered with %s', async (asked, protocolVersion) => {
    const [answer] = await serve(['cobol'], [initialize(1, asked)]);
    expect(answer).toMatchObject({ result: { protocolVersion } });
  });

  it('T1, T3, L6, K1, K2, K4: answers everything in order and exits with 0 at the end of input', async () => {
    const answers = await serve(
      ['cobol'],
      [
        call('before', 'add', { a: 0.1, b: 0.2 }),
        initialize(1, '2025-11-25'),
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        '{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"name":"add","arguments":{"a":9007199254740993,"b":0}}}',
        call(2, 'subtract', {}),
        call(3, 'add', { a: 1 }),
        '{',
        { jsonrpc: '2.0', id: 4, method: 'ping' },
      ],
    );
    const text = (answer: Json | undefined) => resultOf<{ content: { text: string }[] }>(answer).content[0]?.text;
    expect(answers.map(({ id }) => id)).toEqual(['before', 1, 9007199254740992, 2, 3, null, 4]);
    expect(text(answers[0])).toBe('COBOL reports: ADD 0.1 TO 0.2 GIVING 0.3');
    expect(text(answers[2])).toBe('COBOL reports: ADD 9007199254740993 TO 0 GIVING 9007199254740993');
    expect(answers[3]?.result).toEqual({ content: [{ type: 'text', text: 'Unknown tool: subtract' }], isError: true });
    expect(text(answers[4])).toMatch(/^Missing argument "b"; expected a number/);
    expect(answers[6]?.result).toEqual({});
  });

  it('obeys the environment', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const [answer] = await serve(['cobol'], [list], { QUARTET_EXCLUDE_TOOLS: 'add' });
    expect(toolNames(answer)).toEqual(['format_currency', 'validate_date']);
  });

  it('T2: logs to stderr and leaves stdout to the protocol', async () => {
    const input = `${JSON.stringify(call(1, 'add', { a: 1, b: 2 }))}\n`;
    const { stdout, stderr } = await runQuartet(['cobol'], { input, env: { QUARTET_LOG: 'debug' } });
    expect(stdout.split('\n').map((line) => line.slice(0, 17))).toEqual(['{"jsonrpc":"2.0",', '']);
    expect(JSON.parse(stderr)).toMatchObject({ name: 'cobol-mcp-server', tool: 'add', outcome: 'ok' });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('T10: %s ends it quietly', async (signal) => {
    const server = startQuartet(['cobol']);
    const over = new Promise<unknown[]>((resolve) => server.on('close', (...how) => resolve(how)));
    let stderr = '';
    server.stderr.on('data', (chunk) => {
      stderr += String(chunk);
    });
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
    await new Promise((resolve) => server.stdout.once('data', resolve));
    server.kill(signal);
    expect(await over).toEqual([0, null]);
    expect(stderr).toBe('');
  });

  it('T10: a client that is gone ends it quietly', async () => {
    const server = startQuartet(['cobol']);
    const over = new Promise<unknown[]>((resolve) => server.on('close', (...how) => resolve(how)));
    let stderr = '';
    server.stderr.on('data', (chunk) => {
      stderr += String(chunk);
    });
    server.stdin.on('error', () => {});
    server.stdout.destroy();
    const knock = setInterval(
      () => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`),
      5,
    );
    expect(await over).toEqual([0, null]);
    clearInterval(knock);
    expect(stderr).toBe('');
  });
});

describe('quartet all', () => {
  it('serves every toolset under one name', async () => {
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    const [hello, tools] = await serve(['all'], [initialize(1, '2025-11-25'), list], { QUARTET_LOG: 'warn' });
    expect(hello).toMatchObject({ result: { serverInfo: { name: 'quartet' } } });
    expect(toolNames(tools)).toEqual(expect.arrayContaining(['add', 'read_content', 'search', 'recent_files']));
  });
});

describe('a server with flags', () => {
  it('serves what they select', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const [answer] = await serve(['cobol', '--tools', 'add', '--read-only'], [list]);
    expect(toolNames(answer)).toEqual(['add']);
  });
});

describe('a command that makes no sense', () => {
  it.each([['cobol'], ['all']])('%s with a bad environment exits with 2', async (command) => {
    const env = { QUARTET_TOOLS: 'ad' };
    expect(await ended(startQuartet([command], env))).toEqual({
      code: 2,
      stdout: '',
      stderr: `quartet: unknown tool 'ad'. Did you mean add?\nSee quartet ${command} --help.\n`,
    });
  });
});
