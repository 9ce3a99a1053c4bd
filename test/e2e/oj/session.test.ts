import { describe, expect, it, vi } from 'vitest';
import { TWO_SUM, TWO_SUM_TEXT } from '../../../src/toolsets/oj/testing/samples.ts';
import { VERSION } from '../../../src/version.ts';
import { after, drip, json, never } from '../../harness/oj/judge-answers.ts';
import { judgeAndOj, OjServer } from '../../harness/oj/oj-server.ts';
import { INITIALIZE } from '../../harness/server-process.ts';

const { judge } = await judgeAndOj();
const start = (...args: string[]) => new OjServer(['--base-url', judge.origin, ...args], { RUST_LOG: 'off' });
const problem = { source: 'leetcode', id: '1' };
const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });
const cancel = (requestId: unknown) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
const hello = (protocolVersion: string) => ({ ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } });

describe('R15, R16: the introduction', () => {
  it('R15, S3.1, S3.2: name, version, and tools as the only capability', async () => {
    const { answers } = await start().process.write(INITIALIZE).end();
    expect(answers[0]?.result).toEqual({
      protocolVersion: '2025-11-25',
      capabilities: { tools: { listChanged: false } },
      serverInfo: { name: 'oj-mcp-rs', title: 'Online judges', version: VERSION },
      instructions: expect.stringContaining('get_daily_challenge'),
    });
  });

  it('R16, S3: exactly five tools, with or without a token', async () => {
    for (const args of [[], ['--token', 'x']]) {
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const { answers } = await start(...args)
        .process.write(INITIALIZE, list)
        .end();
      expect(answers[1]?.result.tools.map((tool: { name: string }) => tool.name)).toEqual([
        'get_daily_challenge',
        'get_problem',
        'find_similar_problems',
        'resolve_problem',
        'get_platform_status',
      ]);
    }
  });

  it('C7: the daily challenge says that its day is a UTC day', async () => {
    const { answers } = await start().process.write({ jsonrpc: '2.0', id: 1, method: 'tools/list' }).end();
    expect(answers[0]?.result.tools[0].description).toContain('UTC');
    expect(answers[0]?.result.tools[0].inputSchema.properties.date.description).toContain('UTC');
  });

  it('C22: the parameters are those of the specification, not of the README', async () => {
    const { answers } = await start().process.write({ jsonrpc: '2.0', id: 1, method: 'tools/list' }).end();
    const [daily, , similar] = answers[0]?.result.tools ?? [];
    expect(Object.keys(daily.inputSchema.properties)).toEqual(['domain', 'date']);
    expect(similar.inputSchema.properties.limit).toMatchObject({ type: ['integer', 'null'], minimum: 1, maximum: 50 });
    expect(similar.inputSchema.properties.limit.description).toContain('default 10');
  });

  it.each([
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
  ])('R18: %s is answered with %s', async (asked, answered) => {
    const { answers } = await start().process.write(hello(asked)).end();
    expect(answers[0]?.result.protocolVersion).toBe(answered);
  });

  it('R17: the end of input ends the process with 0', async () => {
    expect(await start().process.end()).toMatchObject({ code: 0, signal: null, stdout: '', stderr: '' });
  });
});

describe('R18: calls that run', () => {
  it.each(['rubbish', '', '[]', '{"jsonrpc":"1.0","id":7,"method":"ping"}', '\u0000', '{"jsonrpc":"2.0"'])(
    'R18, D5: the line %j does not disturb them',
    async (line) => {
      judge.answers(after(50, json(TWO_SUM)));
      const oj = start();
      const id = oj.send('get_problem', problem);
      oj.process.write(line, ping('after'));
      expect((await oj.answerTo(id)).result.content[0].text).toBe(TWO_SUM_TEXT);
      const { code, answers } = await oj.process.end();
      expect(code).toBe(0);
      expect(answers.find((answer) => answer.id === 'after')).toBeDefined();
    },
  );

  it('R18, D5: are answered before the end, when the input ends', async () => {
    judge.answers(after(100, drip(JSON.stringify(TWO_SUM), 1)));
    const oj = start();
    for (let count = 0; count < 3; count++) oj.send('get_problem', problem);
    const { code, answers } = await oj.process.end();
    expect(code).toBe(0);
    expect(answers.map(({ result }) => result.content[0].text)).toEqual([TWO_SUM_TEXT, TWO_SUM_TEXT, TWO_SUM_TEXT]);
  });

  it.each<[string, Parameters<typeof judge.answers>[0]]>([
    ['before any answer', never],
    ['in the middle of the body', drip(' '.repeat(10_000), 5)],
  ])('R18: cancelling %s aborts the request and suppresses the answer', async (_, behaviour) => {
    judge.forget();
    judge.answers(behaviour);
    const oj = start();
    const id = oj.send('get_problem', problem);
    await vi.waitFor(() => expect(judge.requests).toHaveLength(1), 10_000);
    oj.process.write(cancel(id));
    await vi.waitFor(() => expect(judge.abandoned).toBe(1), 10_000);
    judge.answers(json(TWO_SUM));
    expect((await oj.told('get_problem', problem)).text).toBe(TWO_SUM_TEXT);
    const { code, answers } = await oj.process.end();
    expect({ code, ids: answers.map((answer) => answer.id) }).toEqual({ code: 0, ids: [id + 1] });
  });

  it('R18: cancelling one leaves the others alone', async () => {
    judge.answers(after(300, json(TWO_SUM)));
    const oj = start();
    const [first, second, third] = [1, 2, 3].map(() => oj.send('get_problem', problem));
    oj.process.write(cancel(second), cancel('no such request'));
    const { answers } = await oj.process.end();
    expect(new Set(answers.map((answer) => answer.id))).toEqual(new Set([first, third]));
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('%s lets the request go and ends quietly', async (signal) => {
    judge.forget();
    judge.answers(never);
    const oj = start();
    oj.send('get_problem', problem);
    await vi.waitFor(() => expect(judge.requests).toHaveLength(1), 10_000);
    oj.process.child.kill(signal);
    expect(await oj.process.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    await vi.waitFor(() => expect(judge.abandoned).toBe(1), 10_000);
  });
});
