import { describe, expect, it } from 'vitest';
import { Connection, call, initialize, request } from './testing/connection.ts';

const ping = (id: string) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
const pong = (id: string) => `{"jsonrpc":"2.0","id":${id},"result":{}}`;
const refusal = (id: string, code: number, message: string) =>
  `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message })}}`;

describe('the lifecycle', () => {
  it('L1: initialize gives version, name and tools, and no other capability', async () => {
    const [answer] = await new Connection().ask(initialize(1));
    expect(answer).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: { listChanged: false } },
        serverInfo: { name: 'sample-server', title: 'Sample', version: '1.2.3' },
        instructions: 'Samples.',
      },
    });
  });

  it('L1: a bare initialize is served too', async () => {
    const [answer] = await new Connection().ask(request(1, 'initialize'));
    expect(answer).toMatchObject({ id: 1, result: { protocolVersion: '2025-11-25' } });
  });

  it('L3: no notification is answered, known or not', async () => {
    const connection = await new Connection().shakeHands();
    connection.send(
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/nope' },
      { jsonrpc: '2.0', method: 'tools/list' },
      { jsonrpc: '2.0', method: 'tools/call', params: { name: 'echo' } },
      { jsonrpc: '2.0', method: 'ping' },
      { jsonrpc: '2.0', method: 'x', params: [1] },
      { jsonrpc: '2.0', method: 'notifications/cancelled' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'never seen' } },
    );
    expect(await connection.end()).toEqual([]);
  });

  it('L4: ping before, during and after initialization', async () => {
    const connection = new Connection();
    connection.send(
      ping('1'),
      initialize(2),
      ping('3'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      ping('4'),
    );
    const lines = await connection.end();
    expect([lines[0], lines[2], lines[3]]).toEqual([pong('1'), pong('3'), pong('4')]);
    expect(lines).toHaveLength(4);
  });

  it('L5: methods before initialization are served', async () => {
    const connection = new Connection();
    const [list, echo] = await connection.ask(request(1, 'tools/list'), call(2, 'echo', { a: 1 }));
    expect(list).toMatchObject({ id: 1, result: { tools: expect.arrayContaining([]) } });
    expect(echo).toMatchObject({ id: 2, result: { content: [{ type: 'text', text: '{"a":1}' }] } });
  });

  it('L7: an unknown method is -32601', async () => {
    const connection = await new Connection().shakeHands();
    connection.send(request('x', 'nope'), request(2, 'resources/list'), request(3, 'Tools/List'));
    expect(await connection.end()).toEqual([
      refusal('"x"', -32601, 'Method not found'),
      refusal('2', -32601, 'Method not found'),
      refusal('3', -32601, 'Method not found'),
    ]);
  });

  it('S5: tools/list has no cursor and takes any params', async () => {
    const connection = await new Connection().shakeHands();
    const answers = await connection.ask(
      request(1, 'tools/list'),
      request(2, 'tools/list', {}),
      request(3, 'tools/list', { cursor: 7, unknown: true }),
    );
    for (const answer of answers) {
      const { tools, ...rest } = answer.result as { tools: { name: string }[] };
      expect(tools[0]?.name).toBe('echo');
      expect(rest).not.toHaveProperty('nextCursor');
    }
  });
});

describe('malformed input', () => {
  it('L12, L8, L9, L10, T6, T9: each line is answered as it deserves, and the server goes on', async () => {
    const connection = await new Connection().shakeHands();
    connection.send(
      'hello',
      '',
      '   \r',
      '{"jsonrpc":"2.0","id":1}',
      '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
      '{"jsonrpc":"2.0","id":1,"result":{}}',
      '\x03\0',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      ping('"still here"'),
    );
    expect(await connection.end()).toEqual([
      refusal('null', -32700, 'Parse error: this is not JSON'),
      refusal('1', -32600, 'Invalid Request: "method" must be a string'),
      refusal('null', -32600, 'Invalid Request: batches are not part of MCP; send one message at a time'),
      refusal('null', -32700, 'Parse error: this is not JSON'),
      refusal('null', -32600, 'Invalid Request: "id" must be a string or a number'),
      pong('"still here"'),
    ]);
  });

  it('T9: invalid UTF-8 is a parse error', async () => {
    const connection = new Connection();
    connection.input.write(Buffer.from([0x7b, 0xff, 0x7d, 0x0a]));
    connection.send(ping('1'));
    expect(await connection.end()).toEqual([
      refusal('null', -32700, 'Parse error: the line is not valid UTF-8'),
      pong('1'),
    ]);
  });

  it('T9: very deep nesting is served', async () => {
    const connection = await new Connection().shakeHands();
    const deep = `${'['.repeat(200_000)}1.10${']'.repeat(200_000)}`;
    connection.send(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fail","arguments":{"x":${deep}}}}`,
      `{"jsonrpc":"2.0","id":2,"method":"ping","params":{"x":${deep}}}`,
      deep,
      ping('3'),
    );
    const lines = await connection.end();
    expect(lines.map((line) => (JSON.parse(line) as { id: unknown }).id)).toEqual([1, 2, null, 3]);
    expect(lines[0]).toContain('Try again.');
  });

  it('T4: a line of several mebibytes is served', async () => {
    const connection = await new Connection().shakeHands();
    const [answer] = await connection.ask(call(1, 'echo', { x: 'y'.repeat(900_000), pad: 'ä'.repeat(10_000) }));
    const text = JSON.stringify({ x: 'y'.repeat(900_000), pad: 'ä'.repeat(10_000) });
    expect(answer).toMatchObject({ result: { content: [{ text }] } });
    connection.send(`{"jsonrpc":"2.0","id":2,"method":"ping","params":{"x":"${'y'.repeat(8 * 1024 * 1024)}"}}`);
    expect((await connection.end()).at(-1)).toBe(pong('2'));
  });

  it('T4: a line beyond the cap gets exactly one error, and the next is served', async () => {
    const connection = new Connection();
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    for (let sent = 0; sent <= 128; sent++) {
      if (!connection.input.write(chunk)) await new Promise((resolve) => connection.input.once('drain', resolve));
    }
    connection.send('', ping('1'));
    expect(await connection.end()).toEqual([
      refusal('null', -32700, 'Parse error: the line is longer than 134217728 bytes'),
      pong('1'),
    ]);
  });
});

describe('a line that cannot be read', () => {
  async function sendLong(connection: Connection, start: string, end: string): Promise<void> {
    connection.input.write(start);
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    for (let sent = 0; sent <= 128; sent++) {
      if (!connection.input.write(chunk)) await new Promise((resolve) => connection.input.once('drain', resolve));
    }
    connection.send(end);
  }

  it('T4: is answered with its own id where that can be read, so that nobody waits', async () => {
    const connection = new Connection();
    const tooLong = 'Parse error: the line is longer than 134217728 bytes';
    await sendLong(connection, '{"jsonrpc":"2.0","id":"first","method":"ping","params":{"x":"', '"}}');
    await sendLong(connection, '{"method":"ping","params":{"x":"', '"},"jsonrpc":"2.0","id":12345678901234567890}');
    await sendLong(connection, '{"jsonrpc":"2.0","method":"notifications/x","params":{"x":"', '"}}');
    connection.input.write(Buffer.from([...Buffer.from('{"jsonrpc":"2.0","id":3,"method":"'), 0xff, 0x22, 0x7d, 0x0a]));
    connection.send(ping('4'));
    expect(await connection.end()).toEqual([
      refusal('"first"', -32700, tooLong),
      refusal('12345678901234567890', -32700, tooLong),
      refusal('3', -32700, 'Parse error: the line is not valid UTF-8'),
      pong('4'),
    ]);
  });
});

describe('reading and writing', () => {
  it('T1: one line a message, with newlines inside texts escaped', async () => {
    const connection = await new Connection().shakeHands();
    const [line] = await connection.send(call(1, 'two\nlines', {})).first(1);
    expect(line).toContain('Unknown tool: two\\nlines');
    expect(await connection.end()).toHaveLength(1);
  });

  it('K5: names and arguments come back escaped', async () => {
    const nasty = 'quote " backslash \\ newline \n control \u0001 \u2028 emoji 🙂 lone \ud800';
    const connection = await new Connection().shakeHands();
    const [unknown, echo] = await connection.ask(call(1, nasty), call(2, 'echo', { nasty }));
    expect(unknown).toMatchObject({ result: { content: [{ text: `Unknown tool: ${nasty}` }], isError: true } });
    expect(echo).toMatchObject({ result: { content: [{ text: JSON.stringify({ nasty }) }] } });
  });

  it('T3: a last line without a newline is answered', async () => {
    expect(await new Connection().end(ping('1'))).toEqual([pong('1')]);
  });

  it('T5: CRLF, and a message that comes byte by byte', async () => {
    const connection = new Connection();
    connection.input.write(`${ping('1')}\r\n`);
    for (const byte of Buffer.from(`${ping('"é🙂"')}\r\n`)) connection.input.write(Buffer.from([byte]));
    expect(await connection.end()).toEqual([pong('1'), pong('"é🙂"')]);
  });

  it('L11: every answer says jsonrpc 2.0, and every error has a code and a message', async () => {
    const connection = new Connection();
    connection.send('x', ping('1'), request(2, 'nope'), call(3, 'nope'), call(4, 'broken'), initialize(5));
    const answers = (await connection.end()).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(answers).toHaveLength(6);
    for (const answer of answers) {
      expect(answer.jsonrpc).toBe('2.0');
      expect('result' in answer).not.toBe('error' in answer);
      if ('error' in answer) {
        expect(answer.error).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
      }
    }
  });
});
