// Sessions and answers that must not cross between clients. The comment above a test says what the incident was; docs/security.md is made from both.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TWO_SUM } from '../../../src/toolsets/oj/testing/samples.ts';
import { HELLO, ServeProcess } from '../../harness/http-server.ts';
import { json } from '../../harness/oj/judge-answers.ts';
import { JudgeServer } from '../../harness/oj/judge-server.ts';

const CLIENTS = 12;
const names = Array.from({ length: CLIENTS }, (_, index) => `client${index}`);
const as = (name: string) => ({ authorization: `Bearer ${name}-token-0123456789` });
const call = (id: unknown, name: string, args: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
/** The same call as the stateless era makes it. */
const stateless = (id: unknown, name: string, args: object) => {
  const version = 'io.modelcontextprotocol/protocolVersion';
  const _meta = { [version]: '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
  const message = call(id, name, args);
  return { ...message, params: { ...message.params, _meta } };
};
const era = (name: string) => ({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name });

let judge: JudgeServer;
let server: ServeProcess;
beforeAll(async () => {
  judge = await JudgeServer.start();
  server = await ServeProcess.start(['--base-url', judge.origin, '--extras'], {
    QUARTET_TOKENS: names.map((name) => `${name} ${name}-token-0123456789 *`).join(';'),
  });
});
afterAll(async () => {
  await server.stop();
  await judge.close();
});

async function session(name: string): Promise<Record<string, string>> {
  const { headers } = await server.post('/mcp', HELLO, as(name));
  return { ...as(name), 'mcp-session-id': String(headers['mcp-session-id']) };
}

/** Servers of the TypeScript SDK that used one instance for many clients sent answers to whoever had last asked with the same id. */
it('CVE-2026-25536: clients that ask at once with the same ids get their own answers, and act under their own names, in sessions, without and in the stateless era, as JSON and as a stream', async () => {
  const sessions = await Promise.all(names.map(session));
  const stream = { accept: 'text/event-stream' };
  const waysOf = (name: string, index: number, tool: string) => [
    { ask: call, headers: as(name) },
    { ask: call, headers: { ...as(name), ...stream } },
    { ask: call, headers: { ...sessions[index] } },
    { ask: call, headers: { ...sessions[index], ...stream } },
    { ask: stateless, headers: { ...as(name), ...era(tool) } },
  ];
  const WAYS = 5;
  const waiting: (() => void)[] = [];
  // All are under way at once, and are answered in another order than they came.
  judge.answers((response, request) => {
    const id = /leetcode\/(\w+)/.exec(request.url ?? '')?.[1];
    waiting.push(() => json({ ...TWO_SUM, id, title: `for ${id}` })(response, request));
    if (waiting.length === CLIENTS * WAYS) for (const answer of waiting.reverse()) answer();
  });
  const asked = names.flatMap((name, index) =>
    waysOf(name, index, 'get_problem').map(async ({ ask, headers }, way) => {
      const id = `${name}way${way}`;
      const { text } = await server.post('/mcp', ask(1, 'get_problem', { source: 'leetcode', id }), headers);
      const titles = Array.from(text.matchAll(/"title":"for (\w+)"/g), ([, title]) => title);
      // At once: who gets the answer of another leaves that one without any.
      expect([id, titles]).toEqual([id, [id]]);
    }),
  );
  expect(await Promise.all(asked)).toHaveLength(CLIENTS * WAYS);

  const written = names.flatMap((name, index) =>
    waysOf(name, index, 'write_content').map(async ({ ask, headers }, way) => {
      const path = `content/01-Part/01-Chapter/01-${name}-${way}.md`;
      await server.post('/mcp', ask(1, 'write_content', { book_id: 'sample', path, content: '# Own' }), headers);
      const trail = await server.call('/mcp/extras', 'audit_trail', { book_id: 'sample', path }, as(name));
      const entries = trail.json.result.structuredContent.result as { agent_id: string; operation: string }[];
      expect([path, entries.map(({ agent_id, operation }) => [agent_id, operation])]).toEqual([
        path,
        [[name, 'write_content']],
      ]);
    }),
  );
  await Promise.all(written);
});

/** The HTTP transports of the Python SDK found a session by its id alone, so that another signed-in client that knew the id could speak in it. */
it('CVE-2026-52869: a session is nobody’s but the one’s whose token opened it, for any method', async () => {
  const mine = await session('client0');
  const stolen = { ...as('client1'), 'mcp-session-id': String(mine['mcp-session-id']) };
  for (const message of [
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    call(1, 'add', { a: 1, b: 1 }),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  ]) {
    expect((await server.post('/mcp', message, stolen)).status).toBe(404);
  }
  expect((await server.send('/mcp', { method: 'DELETE', headers: stolen })).status).toBe(404);
  const { authorization: _, ...bare } = stolen;
  expect((await server.post('/mcp', call(1, 'add', { a: 1, b: 1 }), bare)).status).toBe(401);
  expect((await server.post('/mcp', call(1, 'add', { a: 1, b: 1 }), mine)).json.result.structuredContent.sum).toBe('2');
});

/** The handlers of tasks in the Python SDK let each client see, take and cancel the tasks of all others. */
it('CVE-2026-52870: nobody can see or cancel what another client has under way', async () => {
  const [mine, other] = [await session('client2'), await session('client3')];
  let answer: (() => void) | undefined;
  const asked = new Promise<void>((resolve) => {
    judge.answers((response, request) => {
      answer = () => json({ ...TWO_SUM, title: 'mine' })(response, request);
      resolve();
    });
  });
  const running = server.post('/mcp', call('job-7', 'get_problem', { source: 'leetcode', id: '1' }), mine);
  await asked;
  for (const headers of [other, as('client3'), { ...mine, ...as('client3') }]) {
    for (const requestId of ['job-7', 7, '*']) {
      await server.post('/mcp', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }, headers);
    }
    for (const method of ['tasks/list', 'tasks/get', 'tasks/result', 'tasks/cancel']) {
      const message = { jsonrpc: '2.0', id: 'job-7', method, params: { taskId: 'job-7' } };
      const { status, json: told } = await server.post('/mcp', message, headers);
      expect([method, status === 404 || told.error?.code === -32601]).toEqual([method, true]);
    }
  }
  answer?.();
  expect((await running).json.result.structuredContent.title).toBe('mine');
});
