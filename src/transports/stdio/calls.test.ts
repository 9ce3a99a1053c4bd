import { describe, expect, it } from 'vitest';
import { Connection, call, PATHS, request } from './testing/connection.ts';

const cancel = (requestId: string) =>
  `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${requestId},"reason":"bored"}}`;
const withToken = (progressToken: unknown) => ({ _meta: { progressToken } });

describe.each(PATHS)('calls, %s', (_, connect) => {
  it('K1: the whole answer', async () => {
    const [line] = await (await connect()).send(call(1, 'echo', { a: 1 })).first(1);
    expect(line).toBe(
      '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\\"a\\":1}"}],"structuredContent":{"text":"{\\"a\\":1}"}}}',
    );
  });

  it('K2, K3: an unknown or missing tool is a result with isError', async () => {
    const answers = await (await connect()).ask(
      call(1, 'nope'),
      request(2, 'tools/call'),
      request(3, 'tools/call', {}),
      request(4, 'tools/call', { name: 42, arguments: {} }),
      request(5, 'tools/call', { name: null }),
      call(6, 'echo '),
      call(7, 'constructor'),
    );
    const names = ['nope', '', '', '42', 'null', 'echo ', 'constructor'];
    expect(answers).toEqual(
      names.map((name, at) => ({
        jsonrpc: '2.0',
        id: at + 1,
        result: { content: [{ type: 'text', text: `Unknown tool: ${name}` }], isError: true },
      })),
    );
  });

  it('K4: arguments that are no object are an error result', async () => {
    const [answer] = await (await connect()).ask(request(1, 'tools/call', { name: 'echo', arguments: 'a=1' }));
    expect(answer).toMatchObject({
      result: {
        content: [{ text: 'The arguments of echo must be a JSON object, but "a=1" came.' }],
        isError: true,
      },
    });
  });

  it('K6: _meta and unknown members are accepted', async () => {
    const more = { _meta: { 'example.com/x': [1] }, extra: true };
    const [answer] = await (await connect()).ask(call(1, 'echo', { a: 1 }, more));
    expect(answer).toMatchObject({ result: { content: [{ text: '{"a":1}' }] } });
  });

  it('T8: a number argument keeps its text', async () => {
    const connection = await connect();
    const numbers = ['9007199254740993', '1.10', '0.1000000000000000055511151231257827', '1e400', '-0'];
    const [...answers] = await connection.ask(
      ...numbers.map(
        (n) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sources","arguments":{"n":${n}}}}`,
      ),
    );
    expect(answers.map((answer) => answer.result)).toMatchObject(numbers.map((text) => ({ content: [{ text }] })));
  });

  it('failures keep their kind', async () => {
    const connection = await connect();
    const answers = await connection.ask(call(1, 'fail'), call(2, 'refuse'), call(3, 'broken'));
    expect(answers).toEqual([
      { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'Try again.' }], isError: true } },
      { jsonrpc: '2.0', id: 2, error: { code: -32050, message: 'No such thing', data: { uri: 'x' } } },
      { jsonrpc: '2.0', id: 3, error: { code: -32603, message: 'Internal error in broken' } },
    ]);
    const levels = connection.events
      .filter(({ level }) => level !== 'debug')
      .map(({ level, fields }) => [level, fields]);
    expect(levels).toEqual([
      ['warn', expect.objectContaining({ outcome: 'refused', reason: 'No such thing' })],
      [
        'error',
        expect.objectContaining({ outcome: 'broken', err: expect.objectContaining({ message: 'secret detail' }) }),
      ],
    ]);
  });

  it('a cancelled call is not answered, its signal is aborted, and the others go on', async () => {
    const connection = await connect();
    connection.send(call(1, 'wait'), call(2, 'wait'), call(3, 'gate', { name: 'x' }));
    await connection.until(() => connection.waiting.length === 2);
    connection.send(cancel('2'));
    await connection.until(() => connection.waiting[1]?.aborted === true);
    expect(connection.waiting[0]?.aborted).toBe(false);
    connection.send(cancel('1'));
    await connection.release('x');
    const lines = await connection.end();
    expect(lines.map((line) => (JSON.parse(line) as { id: unknown }).id)).toEqual([3]);
    expect(connection.waiting.map((signal) => signal.aborted)).toEqual([true, true]);
  });

  it.each(['9007199254740993', '1.10', '"abc"', '0', '""'])('a call can be cancelled by its id %s', async (id) => {
    const connection = await connect();
    connection.send(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"wait"}}`);
    await connection.until(() => connection.waiting.length === 1);
    connection.send(cancel('"another"'), cancel(id));
    expect(await connection.end()).toEqual([]);
    expect(connection.waiting[0]?.aborted).toBe(true);
  });

  it('a cancelled id can be used again', async () => {
    const connection = await connect();
    connection.send(call(1, 'wait'));
    await connection.until(() => connection.waiting.length === 1);
    connection.send(cancel('1'), call(1, 'echo', { again: true }));
    const lines = await connection.end();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('again');
  });

  it('a cancellation that comes too late does nothing', async () => {
    const connection = await connect();
    await connection.ask(call(1, 'echo'));
    connection.send(cancel('1'), request(2, 'ping'));
    expect(await connection.end()).toHaveLength(2);
  });

  it.each([
    [
      'steps',
      'token',
      [
        { progress: 1, total: 2, message: 'half' },
        { progress: 2, total: 2 },
      ],
    ],
    ['slow_steps', 0, [{ progress: 1 }, { progress: 2 }]],
  ])('the progress of %s comes before the answer', async (tool, progressToken, steps) => {
    const connection = await connect();
    connection.send(call(1, tool, {}, withToken(progressToken)));
    const lines = (await connection.end()).map((line) => JSON.parse(line) as unknown);
    expect(lines).toEqual([
      ...steps.map((step) => ({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken, ...step },
      })),
      expect.objectContaining({
        id: 1,
        result: expect.objectContaining({ content: [{ type: 'text', text: 'arrived' }] }),
      }),
    ]);
  });

  it('a client that did not ask gets no progress', async () => {
    expect(await (await connect()).send(call(1, 'steps'), call(2, 'slow_steps')).end()).toHaveLength(2);
  });
});

describe('who is calling', () => {
  it('is known after a handshake', async () => {
    const [answer] = await (await new Connection().shakeHands()).ask(call(1, 'who'));
    expect(answer).toMatchObject({ result: { content: [{ text: 'Ada 1843' }] } });
  });

  it('is unknown before it', async () => {
    const [answer] = await new Connection().ask(call(1, 'who'));
    expect(answer).toMatchObject({ result: { content: [{ text: 'unknown client undefined' }] } });
  });
});
