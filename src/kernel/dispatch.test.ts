import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Dispatcher } from './dispatch.ts';
import { ToolFailure } from './errors.ts';
import { ExactNumber } from './json.ts';
import {
  caught,
  hangingTool,
  keepingLog,
  origin,
  raise,
  sampleDispatcher,
  sampleTool,
  sampleToolset,
  textOutput,
} from './testing/toolsets.ts';
import { pure, type Tool } from './tool.ts';

const echo = sampleTool('echo', (args) => textOutput(JSON.stringify(args)));
const strict: Tool = { ...echo, name: 'strict', input: z.object({ word: z.string() }) };

describe('looking a tool up', () => {
  it.each<[unknown, string]>([
    ['nope', 'Unknown tool: nope'],
    ['ECHO', 'Unknown tool: ECHO'],
    ['echo ', 'Unknown tool: echo '],
    ['', 'Unknown tool: '],
    ['constructor', 'Unknown tool: constructor'],
    ['__proto__', 'Unknown tool: __proto__'],
    ['toString', 'Unknown tool: toString'],
    ['quote " and\nnewline', 'Unknown tool: quote " and\nnewline'],
    [undefined, 'Unknown tool: '],
    [null, 'Unknown tool: null'],
    [42, 'Unknown tool: 42'],
    [new ExactNumber('1.10'), 'Unknown tool: 1.10'],
    [['echo'], 'Unknown tool: an array'],
    [{ toString: 'echo' }, 'Unknown tool: an object'],
    [true, 'Unknown tool: true'],
  ])('K2, K3: %j is a result with isError', async (name, text) => {
    const { dispatcher, outcomes } = sampleDispatcher([echo]);
    const result = await dispatcher.call(name, {}, origin());
    expect(result).toStrictEqual({ content: [{ type: 'text', text }], isError: true });
    expect(outcomes).toEqual([['unknown', 'unknown']]);
  });

  it('K2: an absurdly long name is cut', async () => {
    const result = await sampleDispatcher([echo]).dispatcher.call('x'.repeat(3_000_000), {}, origin());
    expect(result.content[0]?.text).toMatch(/^Unknown tool: x+\n\n\.\.\. \(truncated\)$/);
    expect(result.content[0]?.text.length).toBeLessThan(1_100_000);
  });

  it('a toolset that is alone is told of it, with its world', async () => {
    const told: unknown[] = [];
    const onUnknownTool = (world: unknown) => void told.push(world);
    const alone = sampleDispatcher([echo], {}, { onUnknownTool }, 'world').dispatcher;
    await alone.call('echo', {}, origin());
    expect(told).toEqual([]);
    await alone.call('nope', {}, origin());
    expect(told).toEqual(['world']);
    const opened = [sampleToolset([echo], { onUnknownTool }), sampleToolset([strict])].map((toolset) => ({
      toolset,
      world: 'shared',
    }));
    await new Dispatcher(opened, { log: keepingLog().log }).call('nope', {}, origin());
    expect(told).toEqual(['world']);
  });

  it('two tools of one name are refused', () => {
    const { log } = keepingLog();
    const opened = [sampleToolset([echo]), sampleToolset([strict, echo])].map((toolset) => ({
      toolset,
      world: undefined,
    }));
    expect(() => new Dispatcher(opened, { log })).toThrow('Two tools are called echo');
  });

  it('what is not served is neither listed nor called, and cannot clash', async () => {
    const serves = (tool: Tool) => tool.name !== 'echo';
    const { dispatcher } = sampleDispatcher([echo, strict, echo], { serves });
    expect(dispatcher.list().map((tool) => tool.name)).toEqual(['strict']);
    const result = await dispatcher.call('echo', {}, origin());
    expect(result.content).toEqual([{ type: 'text', text: 'Unknown tool: echo' }]);
  });

  it('lists the tools of every toolset in their order', () => {
    const { log } = keepingLog();
    const opened = [sampleToolset([strict]), sampleToolset([echo])].map((toolset) => ({ toolset, world: undefined }));
    const listed = new Dispatcher(opened, { log }).list();
    expect(listed.map((tool) => tool.name)).toEqual(['strict', 'echo']);
    expect(listed[0]).toMatchObject({ annotations: { title: 'Sample echo' }, inputSchema: { required: ['word'] } });
  });
});

describe('running a tool', () => {
  it('K1: gives text and structure', async () => {
    const { dispatcher, outcomes } = sampleDispatcher([echo]);
    expect(await dispatcher.call('echo', { a: 1 }, origin())).toStrictEqual({
      content: [{ type: 'text', text: '{"a":1}' }],
      structuredContent: { text: '{"a":1}' },
    });
    expect(outcomes).toEqual([['echo', 'ok']]);
  });

  it('K4: invalid arguments do not reach the tool', async () => {
    const { dispatcher, outcomes } = sampleDispatcher([strict]);
    expect(await dispatcher.call('strict', { word: 5 }, origin())).toStrictEqual({
      content: [{ type: 'text', text: 'Invalid argument "word": received 5; expected a string.' }],
      isError: true,
    });
    expect(outcomes).toEqual([['strict', 'invalid']]);
  });

  it('passes its world and caller', async () => {
    let seen: unknown;
    const look = sampleTool('look', (_, { world, caller }) => {
      seen = { world, caller };
      return textOutput('');
    });
    const { dispatcher } = sampleDispatcher([look], {}, {}, { shelf: 7 });
    await dispatcher.call('look', {}, origin({ caller: { name: 'Ada', version: '3' } }));
    expect(seen).toEqual({ world: { shelf: 7 }, caller: { name: 'Ada', version: '3' } });
  });

  it('passes progress on, and swallows it when nobody asked', async () => {
    const steps: unknown[] = [];
    const walk = sampleTool('walk', (_, { progress }) => {
      progress(1, 2, 'half');
      progress(2);
      return textOutput('there');
    });
    const { dispatcher } = sampleDispatcher([walk]);
    await dispatcher.call('walk', {}, origin({ progress: (...step) => void steps.push(step) }));
    expect(steps).toEqual([[1, 2, 'half'], [2]]);
    expect((await dispatcher.call('walk', {}, origin())).content[0]?.text).toBe('there');
  });

  it('caps the text of results and failures at what the toolset says', async () => {
    const fail = sampleTool('fail', () => {
      throw new ToolFailure('0123456789');
    });
    const { dispatcher } = sampleDispatcher(
      [sampleTool('long', () => textOutput('0123456789')), fail, strict],
      {},
      { maxTextBytes: 4 },
    );
    const cut = [{ type: 'text', text: '0123\n\n... (truncated)' }];
    expect((await dispatcher.call('long', {}, origin())).content).toEqual(cut);
    expect((await dispatcher.call('fail', {}, origin())).content).toEqual(cut);
    expect((await dispatcher.call('strict', {}, origin())).content).toEqual([
      { type: 'text', text: 'Miss\n\n... (truncated)' },
    ]);
  });

  it('caps at one mebibyte when the toolset says nothing', async () => {
    const long = sampleTool('long', ({ size }) => textOutput('x'.repeat(Number(size))));
    const { dispatcher } = sampleDispatcher([long]);
    const text = async (size: number) => (await dispatcher.call('long', { size }, origin())).content[0]?.text;
    expect(await text(1024 * 1024)).toHaveLength(1024 * 1024);
    expect(await text(1024 * 1024 + 1)).toBe(`${'x'.repeat(1024 * 1024)}\n\n... (truncated)`);
  });
});

describe('metering and logging', () => {
  it('every call is told once, with the time it took', async () => {
    const told: unknown[] = [];
    const onCall = (call: unknown) => void told.push(call);
    const { dispatcher, events } = sampleDispatcher([echo], { observers: [onCall] });
    const args = {};
    const results = [await dispatcher.call('echo', args, origin()), await dispatcher.call('nope', args, origin())];
    const elapsed = expect.any(Number);
    const { caller } = origin();
    expect(told).toEqual([
      { tool: 'echo', toolset: 'sample', outcome: 'ok', elapsedMs: elapsed, caller, args, result: results[0] },
      { tool: 'unknown', outcome: 'unknown', elapsedMs: elapsed, caller, args, result: results[1] },
    ]);
    expect(events).toEqual([
      { level: 'debug', message: 'call', fields: { tool: 'echo', outcome: 'ok', elapsedMs: elapsed } },
      { level: 'debug', message: 'call', fields: { tool: 'unknown', outcome: 'unknown', elapsedMs: elapsed } },
    ]);
  });

  it('the limit of the server holds for every tool, and only shortens', async () => {
    const { tool: hang } = hangingTool({ timeLimitMs: 600_000 });
    const hurried = sampleDispatcher([hang], { timeLimitMs: 5 });
    const result = await hurried.dispatcher.call('hang', {}, origin());
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: 'hang took longer than 0.005 s and was stopped.' }],
    });
    expect(hurried.outcomes).toEqual([['hang', 'timeout']]);
    const { tool: brief } = hangingTool({ timeLimitMs: 5 });
    const patient = sampleDispatcher([brief], { timeLimitMs: 600_000 });
    expect(await patient.dispatcher.call('hang', {}, origin())).toMatchObject({ isError: true });
  });

  it('arguments and results are never in a log event, whatever happens', async () => {
    const secret = 'hunter2';
    const { tool: hang } = hangingTool({ timeLimitMs: 5 });
    const { dispatcher, events, outcomes } = sampleDispatcher([
      echo,
      strict,
      hang,
      sampleTool('fail', ({ word }) => raise(new ToolFailure(`no ${String(word)}`))),
      sampleTool('broken', () => raise(new Error('bug'))),
    ]);
    for (const name of ['echo', 'fail', 'hang', 'broken', secret]) {
      await caught(dispatcher.call(name, { word: secret }, origin()));
    }
    await dispatcher.call('strict', { word: [secret] }, origin());
    const cancelled = origin({ signal: AbortSignal.abort() });
    await caught(dispatcher.call('hang', { word: secret }, cancelled));
    expect(outcomes.map(([, outcome]) => outcome)).toEqual([
      'ok',
      'failed',
      'timeout',
      'broken',
      'unknown',
      'invalid',
      'cancelled',
    ]);
    expect(events).toHaveLength(7);
    expect(JSON.stringify(events.map((event) => ({ ...event, fields: flat(event.fields) })))).not.toContain(secret);
  });
});

it('pure says all four hints', () => {
  expect(pure).toEqual({ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false });
});

function flat(fields: Record<string, unknown>): Record<string, unknown> {
  const { err, ...rest } = fields;
  return err instanceof Error ? { ...rest, err: `${err.message} ${err.stack}` } : rest;
}
