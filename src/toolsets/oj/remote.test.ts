import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RemoteJudge } from './remote.ts';

const server = createServer((request, response) => {
  if (request.url === '/never') return;
  response.writeHead(200, { 'content-type': 'text/plain' }).end(request.headers.authorization ?? 'nobody', 'latin1');
});
let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const judgeWith = (token?: string) => new RemoteJudge({ origin, token, proxy: {} });

describe('RemoteJudge', () => {
  it('R5: says who asks, if anybody', async () => {
    for (const [token, seen] of [
      ['t', 'Bearer t'],
      ['a b\tc', 'Bearer a b\tc'],
      ['schön 秘密', 'Bearer schön 秘密'],
      [undefined, 'nobody'],
    ] as const) {
      const judge = judgeWith(token);
      const reply = await judge.get('/x', new AbortController().signal);
      expect({ ...reply, body: reply.body.toString() }).toEqual({ status: 200, contentType: 'text/plain', body: seen });
      expect(judge.hasToken).toBe(token !== undefined);
      await judge.close();
    }
  });

  it('tells which judge it is, without a request and without its token', () => {
    const judge = new RemoteJudge({ origin: 'https://judge.example.com', token: 'a secret', proxy: {} });
    expect(judge.facts()).toEqual([
      { label: 'Judge', value: 'https://judge.example.com' },
      { label: 'Token', value: 'given' },
    ]);
    expect(judgeWith().facts()[1]).toEqual({ label: 'Token', value: 'none' });
  });

  it('R18: fails with the reason of whoever cancels, before or during the request', async () => {
    const judge = judgeWith();
    const controller = new AbortController();
    const running = judge.get('/never', controller.signal);
    const reason = new Error('changed my mind');
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    await expect(judge.get('/x', controller.signal)).rejects.toBe(reason);
    await judge.close();
  });

  it('opens nothing that it does not need, and may be closed at any time', async () => {
    const judge = judgeWith();
    await judge.close();
    const busy = judgeWith();
    const running = busy.get('/never', new AbortController().signal);
    const failed = expect(running).rejects.toMatchObject({ name: 'ProtocolFailure', code: -32603 });
    await busy.close();
    await failed;
  });

  it('R14: a proxy that is no URL fails the request, not the end', async () => {
    const judge = new RemoteJudge({ origin, token: undefined, proxy: { httpProxy: 'http://[' } });
    await expect(judge.get('/x', new AbortController().signal)).rejects.toMatchObject({ code: -32603 });
    await judge.close();
  });
});
