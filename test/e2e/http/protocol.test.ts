import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HELLO, JSON_HEADERS, ServeProcess } from '../../harness/http-server.ts';
import { converse, INITIALIZE } from '../../harness/server-process.ts';

let server: ServeProcess;
beforeAll(async () => {
  server = await ServeProcess.start(['--log-level', 'info']);
});
afterAll(() => server.stop());

const add = (id: unknown, a: unknown, b: unknown) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'add', arguments: { a, b } },
});

async function openSession(path = '/mcp/cobol'): Promise<string> {
  const { headers } = await server.post(path, HELLO);
  return String(headers['mcp-session-id']);
}

describe('the handshake era', () => {
  it.each(['cobol', 'books', 'spotlight'])('/mcp/%s introduces itself exactly as its stdio server does', async (id) => {
    const stdio = await converse(
      [INITIALIZE, { jsonrpc: '2.0', id: 2, method: 'tools/list' }],
      [id, '--root', server.root].slice(0, id === 'books' ? 3 : 1),
    );
    const hello = await server.post(`/mcp/${id}`, INITIALIZE);
    const list = await server.post(`/mcp/${id}`, { jsonrpc: '2.0', id: 2, method: 'tools/list' });
    expect([hello.json, list.json]).toEqual(stdio.answers);
  });

  it('opens a session with a random id, which works until it is deleted', async () => {
    const id = await openSession();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
    expect((await server.post('/mcp/cobol', add(1, 1, 2), headers)).json.result.structuredContent.sum).toBe('3');
    expect((await server.send('/mcp/cobol', { method: 'DELETE', headers })).status).toBe(204);
    const gone = await server.post('/mcp/cobol', add(2, 1, 2), headers);
    expect([gone.status, gone.json.error.code, gone.json.id]).toEqual([404, -32001, 2]);
    expect((await server.send('/mcp/cobol', { method: 'DELETE', headers })).status).toBe(404);
  });

  it('a session belongs to its address', async () => {
    const headers = { 'mcp-session-id': await openSession('/mcp/cobol') };
    expect((await server.post('/mcp/books', { jsonrpc: '2.0', id: 1, method: 'ping' }, headers)).status).toBe(404);
  });

  it('takes notifications and responses with 202 and no body', async () => {
    const headers = { 'mcp-session-id': await openSession() };
    for (const message of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 9, result: {} },
    ]) {
      const { status, text } = await server.post('/mcp/cobol', message, headers);
      expect([status, text]).toEqual([202, '']);
    }
  });

  it('gives ids and numbers back as they were written', async () => {
    const { text } = await server.post(
      '/mcp/cobol',
      '{"jsonrpc":"2.0","id":1.10,"method":"tools/call","params":{"name":"add","arguments":{"a":9007199254740993,"b":0.10}}}',
    );
    expect(text).toContain('"id":1.10,');
    expect(text).toContain('"sum":"9007199254740993.1"');
  });

  it('answers without a session too, so that one curl is enough', async () => {
    const { status, json } = await server.send('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: '*/*' },
      body: JSON.stringify(add(1, 0.1, 0.2)),
    });
    expect([status, json.result.structuredContent.sum]).toEqual([200, '0.3']);
  });

  it('streams where only a stream is accepted', async () => {
    const { headers, text } = await server.post('/mcp/cobol', add(7, 1, 1), { accept: 'text/event-stream' });
    expect(headers['content-type']).toBe('text/event-stream');
    expect(headers['x-accel-buffering']).toBe('no');
    expect(JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? '').result.structuredContent.sum).toBe('2');
  });

  it.each([
    ['GET', {}, 405],
    ['PUT', {}, 405],
    ['DELETE', {}, 405],
    ['POST', { 'content-type': 'text/plain' }, 415],
    ['POST', { accept: 'image/png' }, 406],
    ['POST', { 'mcp-protocol-version': '1999-01-01' }, 400],
    ['POST', { 'mcp-session-id': 'nobody' }, 404],
  ])('%s with %j is %i', async (method, headers, status) => {
    const body = method === 'POST' ? JSON.stringify(add(1, 1, 1)) : '';
    expect((await server.send('/mcp/cobol', { method, headers: { ...JSON_HEADERS, ...headers }, body })).status).toBe(
      status,
    );
  });

  it.each([
    ['{', -32700],
    ['[]', -32600],
    ['', -32600],
    ['{"jsonrpc":"2.0","id":1}', -32600],
  ])('%j is refused with 400 and %i', async (body, code) => {
    const { status, json } = await server.post('/mcp/cobol', body);
    expect([status, json.error.code]).toEqual([400, code]);
  });

  it('bytes that are not UTF-8 are refused', async () => {
    const { status } = await server.send('/mcp', {
      method: 'POST',
      headers: JSON_HEADERS,
      body: Buffer.from([0x22, 0xff, 0x22]),
    });
    expect(status).toBe(400);
  });

  it('streams progress ahead of the answer', async () => {
    for (const n of [1, 2, 3]) {
      await server.call('/mcp/books', 'write_content', {
        book_id: 'progress',
        path: `content/01-Part/01-Chapter/0${n}-lesson.md`,
        content: `# ${n}`,
      });
    }
    const params = { name: 'get_book_archive', arguments: { book_id: 'progress' }, _meta: { progressToken: 'p' } };
    const { text } = await server.post('/mcp/books', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const messages = [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
    expect(messages.map(({ method }) => method)).toEqual([...Array(3).fill('notifications/progress'), undefined]);
    expect(messages[2].params).toEqual({ progressToken: 'p', progress: 3, total: 3 });
    expect(messages[3].result.structuredContent.file_count).toBe(3);
  });

  it('two clients with equal ids never see each other’s answers', async () => {
    const [one, two] = [await openSession(), await openSession()];
    const sums = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const headers = { 'mcp-session-id': n % 2 === 0 ? one : two };
        const { json } = await server.post('/mcp/cobol', add(1, n, 1000 * (n % 2)), headers);
        return json.result.structuredContent.sum;
      }),
    );
    expect(sums).toEqual(Array.from({ length: 200 }, (_, n) => String(n + 1000 * (n % 2))));
  });
});

describe('the stateless era', () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'add' };

  it('is answered without a session, with exact numbers', async () => {
    const body = `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"_meta":${JSON.stringify(meta)},"name":"add","arguments":{"a":9007199254740993,"b":1}}}`;
    const { json, headers: answered } = await server.post('/mcp/cobol', body, headers);
    expect(json.result).toMatchObject({ resultType: 'complete', structuredContent: { sum: '9007199254740994' } });
    expect(answered['mcp-session-id']).toBeUndefined();
    expect(answered['x-request-id']).toMatch(/./);
  });

  it('a header that contradicts the body is refused', async () => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { _meta: meta, name: 'add', arguments: {} },
    };
    const { status, json } = await server.post('/mcp/cobol', message, { ...headers, 'mcp-name': 'other' });
    expect([status, json.error.code]).toEqual([400, -32020]);
  });
});

describe('what is beside the protocol', () => {
  it('says what is not served, and why', async () => {
    const without = await ServeProcess.start([], { OJ_EMBEDDED: 'no' });
    const missing = await without.post('/mcp/oj', HELLO);
    expect([missing.status, missing.json.message]).toEqual([404, expect.stringContaining('--base-url')]);
    await without.stop();
    const nowhere = await server.send('/nothing');
    expect([nowhere.status, nowhere.json.message]).toEqual([404, expect.stringContaining('/mcp/cobol')]);
  });

  it('/health and /ready tell how it is, and no secrets', async () => {
    expect((await server.send('/health')).json).toMatchObject({ status: 'ok', uptime_seconds: expect.any(Number) });
    const ready = await server.send('/ready');
    expect([ready.status, ready.json.checks]).toEqual([200, { oj: 'ok', cobol: 'ok', books: 'ok', spotlight: 'ok' }]);
    expect(ready.text).not.toContain(server.root);
  });

  it('gives every answer an id, or keeps the proxy’s, and logs one line without arguments', async () => {
    const own = await server.call('/mcp/cobol', 'add', { a: 'hunter2', b: 1 });
    expect(own.headers['x-request-id']).toMatch(/^[0-9a-f]{12}-\w+$/);
    const given = await server.call('/mcp/cobol', 'add', { a: 424242, b: 1 }, { 'x-request-id': 'proxy-7' });
    expect(given.headers['x-request-id']).toBe('proxy-7');
    await sleep(100);
    const line = server.stderr.split('\n').find((text) => text.includes('"id":"proxy-7"'));
    expect(JSON.parse(line ?? '')).toMatchObject({
      level: 'info',
      http: 'POST',
      route: '/mcp/cobol',
      status: 200,
      ms: expect.any(Number),
      principal: 'anonymous',
      method: 'tools/call',
      tool: 'add',
      msg: 'request',
    });
    expect(server.stderr).not.toMatch(/hunter2|424242/);
  });

  it('/metrics counts calls and requests, and all that a library must', async () => {
    await server.call('/mcp/books', 'delta_build', { book_id: 'progress', since: '2026-01-01T00:00:00Z' });
    await server.call('/mcp/books', 'read_content', {
      book_id: 'progress',
      path: 'content/01-Part/01-Chapter/01-lesson.md',
      user_id: 'u1',
    });
    const { text, headers } = await server.send('/metrics');
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toMatch(/^quartet_tool_calls_total\{tool="add",outcome="ok"\} \d+$/m);
    expect(text).toMatch(/^quartet_http_requests_total\{route="\/mcp\/cobol",status="200"\} \d+$/m);
    expect(text).toMatch(/^quartet_sessions \d+$/m);
    expect(text).toMatch(/^panaversityfs_write_total\{status="success",mode="create"\} 3$/m);
    expect(text).toMatch(/^panaversityfs_archive_total\{scope="all",status="success"\} 1$/m);
    expect(text).toMatch(/^panaversityfs_journal_entries_total\{book_id="progress"\} 3$/m);
    expect(text).toMatch(/^panaversityfs_delta_files_count 3$/m);
    expect(text).toMatch(/^panaversityfs_overlay_latency_seconds_count 1$/m);
    for (const operation of ['journal', 'storage', 'total']) {
      expect(text).toMatch(
        new RegExp(`^panaversityfs_write_duration_seconds_count\\{operation="${operation}"\\} \\d+$`, 'm'),
      );
    }
    for (const name of [
      'archive_duration_seconds',
      'archive_memory_bytes',
      'storage_rollback_total',
      'audit_chain_check_total',
    ]) {
      expect(text).toContain(`# TYPE panaversityfs_${name} `);
    }
  });
});
