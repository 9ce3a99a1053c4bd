import { describe, expect, it } from 'vitest';
import { Connection, call, ENVELOPE, initialize, type Json, request } from './testing/connection.ts';

const modern = (id: unknown, method: string, params: Json = {}) =>
  request(id, method, { ...params, _meta: { ...ENVELOPE, ...(params._meta as Json | undefined) } });
const modernCall = (id: unknown, name: string, args: Json = {}, meta: Json = {}) =>
  modern(id, 'tools/call', { name, arguments: args, _meta: meta });

describe('revision 2026-07-28', () => {
  it('server/discover tells what is served', async () => {
    const [answer] = await new Connection().ask(modern(1, 'server/discover'));
    expect(answer).toMatchObject({
      id: 1,
      result: {
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: { listChanged: false } },
        instructions: 'Samples.',
        resultType: 'complete',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'sample-server', version: '1.2.3' } },
      },
    });
  });

  it('tools/list may be cached by anyone', async () => {
    const [answer] = await new Connection().ask(modern(1, 'tools/list'));
    expect(answer).toMatchObject({
      result: { tools: expect.any(Array), resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' },
    });
    expect(answer).toHaveProperty('result.tools.0.name', 'echo');
  });

  it('a call works without a handshake, and the tool knows who calls', async () => {
    const [who, unknown, fail, broken] = await new Connection().ask(
      modernCall(1, 'who'),
      modernCall(2, 'nope'),
      modernCall(3, 'fail'),
      modernCall(4, 'broken'),
    );
    expect(who).toMatchObject({ id: 1, result: { content: [{ text: 'Grace 1906' }], resultType: 'complete' } });
    expect(unknown).toMatchObject({ result: { content: [{ text: 'Unknown tool: nope' }], isError: true } });
    expect(fail).toMatchObject({ result: { content: [{ text: 'Try again.' }], isError: true } });
    expect(broken).toMatchObject({ error: { code: -32603, message: 'Internal error in broken' } });
  });

  it('L6: ids come back as they were written', async () => {
    const connection = new Connection();
    const line = JSON.stringify(modernCall(0, 'echo')).replace('"id":0', '"id":9007199254740993');
    connection.send(line);
    expect((await connection.end())[0]).toMatch(/^\{"jsonrpc":"2.0","id":9007199254740993,"result"/);
  });

  it('T8: a number argument keeps its text', async () => {
    const line = JSON.stringify(modernCall(1, 'sources', { n: 0 })).replace('"n":0', '"n":9007199254740993.10');
    const [answer] = await new Connection().ask(line);
    expect(answer).toMatchObject({ result: { content: [{ text: '9007199254740993.10' }] } });
  });

  it('progress comes before the answer', async () => {
    const connection = new Connection();
    connection.send(modernCall(1, 'slow_steps', {}, { progressToken: 't' }));
    const lines = (await connection.end()).map((line) => JSON.parse(line) as Json);
    expect(lines.map(({ method, id }) => method ?? id)).toEqual([
      'notifications/progress',
      'notifications/progress',
      1,
    ]);
  });

  it('a call can be cancelled', async () => {
    const connection = new Connection();
    connection.send(modernCall(1, 'wait'));
    await connection.until(() => connection.waiting.length === 1);
    const params = { requestId: 1, _meta: ENVELOPE };
    connection.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    expect(await connection.end()).toEqual([]);
    expect(connection.waiting[0]?.aborted).toBe(true);
  });

  it('a call that is cancelled before it could begin is not left running', async () => {
    const connection = new Connection();
    connection.send(modernCall(1, 'wait'), {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1, _meta: ENVELOPE },
    });
    await connection.ask(modernCall(2, 'who'));
    expect(connection.waiting.filter((signal) => !signal.aborted)).toEqual([]);
    expect(await connection.end()).toHaveLength(1);
  });

  it('T3: the end of input waits for calls, but not for subscriptions', async () => {
    const connection = new Connection();
    connection.send(modern(1, 'subscriptions/listen', { notifications: {} }), modernCall(2, 'later'));
    const lines = (await connection.end()).map((line) => JSON.parse(line) as Json);
    expect(lines.filter(({ id }) => id === 2)).toHaveLength(1);
  });

  it('a malformed envelope is refused, not ignored', async () => {
    const params = { _meta: { ...ENVELOPE, progressToken: {} } };
    const [answer] = await new Connection().ask(request(1, 'tools/list', params));
    expect(answer).toMatchObject({ id: 1, error: { code: -32600 } });
  });

  it('a handshake after a call of this era is refused', async () => {
    const [, late] = await new Connection().ask(modernCall(1, 'who'), initialize(2));
    expect(late).toMatchObject({ id: 2, error: { code: expect.any(Number) } });
  });

  it('a version that nobody knows is refused with the one we know', async () => {
    const params = { _meta: { ...ENVELOPE, 'io.modelcontextprotocol/protocolVersion': '2999-01-01' } };
    const [answer] = await new Connection().ask(request(1, 'tools/list', params));
    expect(answer).toMatchObject({ error: { data: { supported: ['2026-07-28'] } } });
  });
});

describe('older revisions', () => {
  it('a handshake after a discovery still works', async () => {
    const connection = new Connection();
    await connection.ask(modern(1, 'server/discover'));
    await connection.shakeHands();
    const [answer] = await connection.ask(call(2, 'who'));
    expect(answer).toMatchObject({ result: { content: [{ text: 'Ada 1843' }] } });
    expect(answer?.result).not.toHaveProperty('resultType');
  });
});
