import { describe, expect, it } from 'vitest';
import { call, converse, INITIALIZE, ServerProcess } from '../harness/server-process.ts';

const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });

describe('a conversation over pipes', () => {
  it('T3: answers everything even though stdin closes at once, and exits 0', async () => {
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    const ended = await converse([INITIALIZE, list, call(3, 'add', { a: 0.1, b: 0.2 })]);
    expect(ended.answers.map((answer) => answer.id)).toEqual(['init', 2, 3]);
    expect(ended.answers[2]?.result.content[0].text).toBe('COBOL reports: ADD 0.1 TO 0.2 GIVING 0.3');
    expect(ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  it('T3: a last line without a newline counts', async () => {
    const server = new ServerProcess();
    server.child.stdin.write(JSON.stringify(ping(1)));
    expect((await server.end()).answers).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it('L1: introduces itself with tools and nothing else', async () => {
    const { answers } = await converse([INITIALIZE]);
    expect(answers[0]?.result).toMatchObject({
      protocolVersion: '2025-11-25',
      capabilities: { tools: { listChanged: false } },
      serverInfo: { name: 'cobol-mcp-server', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    });
    expect(Object.keys(answers[0]?.result.capabilities)).toEqual(['tools']);
  });

  it.each(['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('negotiates %s', async (version) => {
    const params = { ...INITIALIZE.params, protocolVersion: version };
    const { answers } = await converse([{ ...INITIALIZE, params }]);
    expect(answers[0]?.result.protocolVersion).toBe(version);
  });

  it('an unknown version is answered with the newest of the handshake era', async () => {
    const { answers } = await converse([
      { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion: '1999-01-01' } },
    ]);
    expect(answers[0]?.result.protocolVersion).toBe('2025-11-25');
  });

  it('L3: messages without an id get no answer', async () => {
    const { answers } = await converse([
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'no/such/method' },
      { jsonrpc: '2.0', method: 'tools/call', params: { name: 'add', arguments: { a: 1, b: 2 } } },
      ping('last'),
    ]);
    expect(answers).toEqual([{ jsonrpc: '2.0', id: 'last', result: {} }]);
  });

  it('L4, L5: ping and calls are served before, during and after the handshake', async () => {
    const { answers } = await converse([
      ping(1),
      call(2, 'add', { a: 1, b: 1 }),
      INITIALIZE,
      ping(3),
      call(4, 'add', { a: 2, b: 2 }),
    ]);
    expect(answers.map((answer) => answer.id)).toEqual([1, 2, 'init', 3, 4]);
    expect(answers[0]?.result).toEqual({});
    expect(answers[4]?.result.structuredContent.sum).toBe('4');
  });

  it.each([
    '1',
    '0',
    '-1',
    '1.5',
    '1e3',
    '1.0',
    '9007199254740993',
    '123456789012345678901234567890',
    '""',
    '"a b"',
    '"q\\"uote"',
    '"ünï"',
  ])('L6: echoes the id %s as it was written, on every path', async (id) => {
    const lines = ['ping', 'tools/list', 'no/such'].map(
      (method) => `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`,
    );
    const add = `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}}`;
    const { stdout } = await converse([add, INITIALIZE, ...lines, add]);
    const echoed = stdout.split('\n').filter((line) => line.startsWith(`{"jsonrpc":"2.0","id":${id},`));
    expect(echoed).toHaveLength(5);
  });

  it('L7, L8, L9: errors have the right code and id, and the server goes on', async () => {
    const { answers, code } = await converse([
      '{"jsonrpc":"2.0","id":1,"method":"no/such"}',
      'hello',
      '{',
      '{"jsonrpc":"2.0","id":2,"method":"ping"}}',
      '[]',
      '42',
      'null',
      '[{"jsonrpc":"2.0","id":3,"method":"ping"}]',
      '{"jsonrpc":"2.0","id":4}',
      '{"jsonrpc":"2.0","id":5,"method":7}',
      '{"jsonrpc":"1.0","id":6,"method":"ping"}',
      '{"id":7,"method":"ping"}',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      '{"jsonrpc":"2.0","id":true,"method":"ping"}',
      '{"jsonrpc":"2.0","id":8,"method":"ping","params":[]}',
      '{"jsonrpc":"2.0","id":9,"method":"ping"}',
    ]);
    expect(answers.map((answer) => [answer.id, answer.error?.code ?? 'ok'])).toEqual([
      [1, -32601],
      [null, -32700],
      [null, -32700],
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [4, -32600],
      [5, -32600],
      [6, -32600],
      [7, -32600],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [8, -32600],
      [9, 'ok'],
    ]);
    expect(code).toBe(0);
  });

  it('L10, T6: responses and blank lines are ignored', async () => {
    const { answers } = await converse([
      '',
      '  \t',
      '{"jsonrpc":"2.0","id":1,"result":{}}',
      '{"jsonrpc":"2.0","id":1,"error":{}}',
      ping(2),
    ]);
    expect(answers.map((answer) => answer.id)).toEqual([2]);
  });

  it('T5, T7: any layout, key order and escapes; nested keys of the same name have no effect', async () => {
    const { answers } = await converse([
      '  \t{ "params" : {"id": 99, "method": "nope"}, "id" : "x", "method": "tools\\/list" , "jsonrpc":"2.0"}  \r',
      '{"jsonrpc":"2.0","meta":{"id":5,"method":"nope"},"id":"y","method":"ping"}',
      '{"jsonrpc":"2.0","id":"z","method":"tools/call","params":{"arguments":{"name":"nope","z":{"a":7},"a":1,"b":2},"name":"add"}}',
    ]);
    expect(answers.map((answer) => answer.id)).toEqual(['x', 'y', 'z']);
    expect(answers[0]?.result.tools).toHaveLength(3);
    expect(answers[2]?.result.structuredContent.sum).toBe('3');
  });

  it('T5: several messages in one read, one message in many reads, UTF-8 split between reads', async () => {
    const server = new ServerProcess();
    server.child.stdin.write(`${JSON.stringify(ping(1))}\r\n${JSON.stringify(ping(2))}\r\n`);
    for (const byte of Buffer.from(`${JSON.stringify(ping('größe 😀'))}\n`)) {
      server.child.stdin.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const answers = await server.answers(3);
    expect(answers.map((answer) => answer.id)).toEqual([1, 2, 'größe 😀']);
    await server.end();
  });

  it('T10: answers of one read leave in the order of the requests', async () => {
    const lines = Array.from({ length: 500 }, (_, id) =>
      id % 5 === 0 ? ping(id) : id % 7 === 0 ? 'rubbish' : call(id, 'add', { a: id, b: 1 }),
    );
    const { answers } = await converse([INITIALIZE, ...lines]);
    const expected = lines.map((line, id) => (line === 'rubbish' ? null : id));
    expect(answers.map((answer) => answer.id)).toEqual(['init', ...expected]);
  });
});

describe('T9: input never ends the server', () => {
  it.each<[string, Buffer | string]>([
    ['NUL bytes', Buffer.from([0, 0, 0])],
    ['byte 0x03', Buffer.from([3])],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    [
      'an invalid byte inside a request',
      Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":"'), Buffer.from([0xc3]), Buffer.from('","method":"ping"}')]),
    ],
    ['deep nesting', '['.repeat(200_000)],
    ['deep nesting that closes', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ])('%s', async (_, line) => {
    const { answers, code } = await converse([line, ping('alive')]);
    expect(answers).toHaveLength(2);
    expect(answers[0]?.error?.code).toBeLessThanOrEqual(-32600);
    expect(answers[1]).toMatchObject({ id: 'alive', result: {} });
    expect(code).toBe(0);
  });

  it('deep nesting inside arguments is an ordinary error of the call', async () => {
    const nest = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const line = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":${nest},"b":1.10}}}`;
    const { answers } = await converse([INITIALIZE, line, ping(2)]);
    expect(answers[1]?.result.isError).toBe(true);
    expect(answers[1]?.result.content[0].text).toContain('Invalid argument "a": received an object');
    expect(answers[2]?.id).toBe(2);
  });

  it('T4: a line of 10 MB is served', async () => {
    const padding = 'x'.repeat(10 * 1024 * 1024);
    const { answers } = await converse([INITIALIZE, call(1, 'add', { a: '1', b: '2', padding })]);
    expect(answers[1]?.result.structuredContent.sum).toBe('3');
  });

  it('T4: a line beyond the limit gets exactly one error, and the next is served', async () => {
    const { answers } = await converse([Buffer.alloc(129 * 1024 * 1024, 0x20), ping(2)]);
    expect(answers.map((answer) => [answer.id, answer.error?.code])).toEqual([
      [null, -32700],
      [2, undefined],
    ]);
  });
});

describe('T10: the end', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s ends it quietly', async (signal) => {
    const server = new ServerProcess();
    await server.write(ping(1)).answers(1);
    server.child.kill(signal);
    expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  it('SIGTERM ends it although its client does not read', async () => {
    const server = new ServerProcess();
    await server.write(INITIALIZE).answers(1);
    server.child.stdout.pause();
    server.write(...Array.from({ length: 2000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' })));
    await new Promise((resolve) => setTimeout(resolve, 300));
    server.child.kill('SIGTERM');
    const code = await new Promise((resolve) => server.child.once('exit', resolve));
    expect(code).toBe(0);
  });

  it('a closed stdout ends it quietly', async () => {
    const server = new ServerProcess();
    await server.write(ping(1)).answers(1);
    server.child.stdout.destroy();
    for (let id = 0; id < 100; id++) server.write(ping(id));
    expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  it('an idle server exits 0 when its input ends', async () => {
    expect(await new ServerProcess().end()).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });
});
