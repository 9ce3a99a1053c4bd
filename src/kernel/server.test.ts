import { InMemoryTransport } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { ProtocolFailure, ToolFailure } from './errors.ts';
import { createServer } from './server.ts';
import { sampleDispatcher, sampleTool, textOutput } from './testing/toolsets.ts';
import type { Tool } from './tool.ts';

const identity = { name: 'sample-server', title: 'Sample', version: '1.2.3', instructions: 'Be brief.' };

const tools: Tool[] = [
  sampleTool('who', (_, { caller }) => textOutput(`${caller.name} ${caller.version}`)),
  sampleTool('meta', (_, { meta }) => textOutput(JSON.stringify(meta))),
  sampleTool('fail', () => {
    throw new ToolFailure('Try again.');
  }),
  sampleTool('refuse', () => {
    throw new ProtocolFailure(-32050, 'No such thing', { uri: 'x' });
  }),
  sampleTool('broken', () => {
    throw new TypeError('secret detail');
  }),
];

interface Answer {
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A client that speaks raw messages to a server in the same process. */
async function connect() {
  const [client, wire] = InMemoryTransport.createLinkedPair();
  const server = createServer(identity, sampleDispatcher(tools).dispatcher);
  await server.connect(wire);
  const waiting = new Map<unknown, (answer: Answer) => void>();
  client.onmessage = (message) => 'id' in message && waiting.get(message.id)?.(message as Answer);
  await client.start();
  let id = 0;
  const ask = (method: string, params?: Record<string, unknown>) => {
    const answer = new Promise<Answer>((resolve) => waiting.set(++id, resolve));
    void client.send({ jsonrpc: '2.0', id, method, ...(params && { params }) });
    return answer;
  };
  const shakeHands = () =>
    ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'Ada', version: '1843' },
    });
  return { ask, shakeHands };
}

describe('createServer', () => {
  it('L1: introduces itself, with tools and nothing else', async () => {
    const { shakeHands } = await connect();
    expect(await shakeHands()).toMatchObject({
      result: {
        protocolVersion: '2025-11-25',
        serverInfo: { name: 'sample-server', title: 'Sample', version: '1.2.3' },
        instructions: 'Be brief.',
      },
    });
    const { result } = await shakeHands();
    expect(result?.capabilities).toStrictEqual({ tools: { listChanged: false } });
  });

  it('S5: lists the tools without a cursor', async () => {
    const { ask, shakeHands } = await connect();
    await shakeHands();
    const { result } = await ask('tools/list');
    expect(result?.tools).toMatchObject([
      { name: 'who' },
      { name: 'meta' },
      { name: 'fail' },
      { name: 'refuse' },
      { name: 'broken' },
    ]);
    expect(result).not.toHaveProperty('nextCursor');
  });

  it('L7: any other method is not found', async () => {
    const { ask, shakeHands } = await connect();
    await shakeHands();
    for (const method of ['resources/list', 'nope', 'tools/Call', '']) {
      expect(await ask(method)).toMatchObject({ error: { code: -32601, message: 'Method not found' } });
    }
  });

  it('K3: a call without params or name is an unknown tool', async () => {
    const { ask, shakeHands } = await connect();
    await shakeHands();
    const unknown = { result: { content: [{ type: 'text', text: 'Unknown tool: ' }], isError: true } };
    expect(await ask('tools/call')).toMatchObject(unknown);
    expect(await ask('tools/call', { arguments: {} })).toMatchObject(unknown);
  });

  it('tells the tool who shook hands', async () => {
    const { ask, shakeHands } = await connect();
    expect(await ask('tools/call', { name: 'who' })).toMatchObject({
      result: { content: [{ text: 'unknown client undefined' }] },
    });
    await shakeHands();
    expect(await ask('tools/call', { name: 'who' })).toMatchObject({ result: { content: [{ text: 'Ada 1843' }] } });
  });

  it('hands the _meta of a call to the tool', async () => {
    const { ask, shakeHands } = await connect();
    await shakeHands();
    const asked = { name: 'meta', _meta: { 'quartet/snippets': true } };
    expect(await ask('tools/call', asked)).toMatchObject({
      result: { content: [{ text: '{"quartet/snippets":true}' }] },
    });
    expect(await ask('tools/call', { name: 'meta' })).toMatchObject({ result: { content: [{ text: '{}' }] } });
  });

  it('keeps the two kinds of failure apart', async () => {
    const { ask, shakeHands } = await connect();
    await shakeHands();
    expect(await ask('tools/call', { name: 'fail' })).toMatchObject({
      result: { content: [{ type: 'text', text: 'Try again.' }], isError: true },
    });
    expect(await ask('tools/call', { name: 'refuse' })).toMatchObject({
      error: { code: -32050, message: 'No such thing', data: { uri: 'x' } },
    });
    const broken = await ask('tools/call', { name: 'broken' });
    expect(broken).toMatchObject({ error: { code: -32603, message: 'Internal error in broken' } });
    expect(JSON.stringify(broken)).not.toContain('secret detail');
  });
});
