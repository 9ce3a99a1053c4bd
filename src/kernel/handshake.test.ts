import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { HandshakeSession } from './handshake.ts';
import { ExactNumber } from './json.ts';
import { keepingLog, raise, sampleDispatcher, sampleTool, textOutput } from './testing/toolsets.ts';

const IDENTITY = { name: 'sample-server', title: 'Sample', version: '1.2.3', instructions: 'Samples.' };
const exchange = { signal: new AbortController().signal, notify: () => {} };

function ask() {
  const { dispatcher } = sampleDispatcher([sampleTool('hello', () => textOutput('hello'))], { log: keepingLog().log });
  const session = new HandshakeSession(IDENTITY, dispatcher);
  return async (method: string, params: Record<string, unknown> = {}) =>
    JSON.parse(`{${await session.answer({ id: 1, method, params }, exchange)}}`);
}

describe('initialize', () => {
  it('L1: says who is there and that there are tools, nothing else', async () => {
    expect(await ask()('initialize', { protocolVersion: '2025-11-25' })).toEqual({
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: { listChanged: false } },
        serverInfo: { name: 'sample-server', title: 'Sample', version: '1.2.3' },
        instructions: 'Samples.',
      },
    });
  });

  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'])('agrees to %s', async (version) => {
    expect(await ask()('initialize', { protocolVersion: version })).toHaveProperty('result.protocolVersion', version);
  });

  it.each([undefined, '1999-01-01', '2026-07-28', 5, null, {}])(
    'answers %j with the newest revision',
    async (version) => {
      const answer = await ask()('initialize', { protocolVersion: version });
      expect(answer).toHaveProperty('result.protocolVersion', '2025-11-25');
    },
  );

  it.each([[{}], [{ clientInfo: 5 }], [{ clientInfo: { name: 5 } }], [{ capabilities: [] }]])(
    'forgives %j',
    async (params) => {
      expect(await ask()('initialize', params)).toHaveProperty('result.serverInfo');
    },
  );
});

it('checks of arguments are made ready soon after the handshake, and nothing is run', async () => {
  const events: string[] = [];
  const input = z.object({ word: z.preprocess(() => events.push('checked'), z.any()) });
  const say = { ...sampleTool('say', () => raise(new Error('run'))), input };
  const session = new HandshakeSession(IDENTITY, sampleDispatcher([say]).dispatcher);
  for (const id of [1, 2]) await session.answer({ id, method: 'initialize', params: {} }, exchange);
  await expect.poll(() => events).toEqual(['checked']);
});

it.each<[string, unknown, object]>([
  ['its members', { 'quartet/snippets': true, progressToken: 5 }, { 'quartet/snippets': true, progressToken: 5 }],
  ['numbers as plain ones', { deep: [new ExactNumber('1.10')] }, { deep: [1.1] }],
  ['nothing when it is absent', undefined, {}],
  ['nothing when it is no object', ['x'], {}],
])('hands the _meta of a call to the tool: %s', async (_, meta, expected) => {
  const seen: unknown[] = [];
  const look = sampleTool('look', (_args, call) => {
    seen.push(call.meta);
    return textOutput('');
  });
  const session = new HandshakeSession(IDENTITY, sampleDispatcher([look]).dispatcher);
  const call = { id: 1, method: 'tools/call', params: { name: 'look', _meta: meta } };
  await session.answer(call, exchange);
  expect(seen).toEqual([expected]);
});

it('S5: tools/list works with any params', async () => {
  for (const params of [{}, { cursor: 5 }, { _meta: 'x' }]) {
    expect(await ask()('tools/list', params)).toHaveProperty('result.tools.0.name', 'hello');
  }
});

it('L4: ping is answered with an empty object', async () => {
  expect(await ask()('ping')).toEqual({ result: {} });
});

it.each(['resources/list', 'prompts/list', 'logging/setLevel', 'server/discover', 'constructor'])(
  'L7: %s is unknown',
  async (method) => {
    expect(await ask()(method)).toEqual({ error: { code: -32601, message: 'Method not found' } });
  },
);

it('tells nothing about an error that the dispatcher did not expect', async () => {
  const onCall = () => {
    throw new Error('secret detail');
  };
  const session = new HandshakeSession(IDENTITY, sampleDispatcher([], { observers: [onCall] }).dispatcher);
  const call = { id: 1, method: 'tools/call', params: { name: 'hello' } };
  expect(await session.answer(call, exchange)).toBe('"error":{"code":-32603,"message":"Internal error"}');
});

it.each([
  ['short', 'long enough', 0],
  ['long', 'x'.repeat(1_500_000), 2],
])('others have their turns between the steps of a %s answer', async (_, text, least) => {
  const { dispatcher } = sampleDispatcher([sampleTool('say', () => textOutput(text))], {}, { maxTextBytes: 2_000_000 });
  const session = new HandshakeSession(IDENTITY, dispatcher);
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const answer = await session.answer({ id: 1, method: 'tools/call', params: { name: 'say' } }, exchange);
  clearImmediate(next);
  expect(JSON.parse(`{${answer}}`).result.content[0].text === text).toBe(true);
  expect(turns).toBeGreaterThanOrEqual(least);
});
