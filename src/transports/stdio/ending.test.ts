import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Connection, call, EVERY_PATH, request } from './testing/connection.ts';

const idOf = (line: string) => (JSON.parse(line) as { id: unknown }).id;

describe.each(EVERY_PATH)('the end of input, %s', (_, connect) => {
  it('T3: a call that is still running is answered first', async () => {
    const connection = await connect();
    connection.send(call(1, 'later'), call(2, 'gate', { name: 'x' }));
    connection.input.end();
    expect((await connection.first(1)).map(idOf)).toEqual([1]);
    await connection.release('x');
    await connection.finished;
    expect(connection.lines.map(idOf)).toEqual([1, 2]);
  });

  it('T3: everything that was read is answered, the last line included', async () => {
    const connection = await connect();
    const ids = Array.from({ length: 500 }, (_unused, id) => id);
    connection.send(...ids.map((id) => call(id, id % 3 === 0 ? 'later' : 'echo', { ms: 1 })));
    const lines = await connection.end(JSON.stringify(call('last', 'echo')));
    expect(new Set(lines.map(idOf))).toEqual(new Set([...ids, 'last']));
    expect(lines).toHaveLength(501);
  });

  it('a call that was cancelled is not waited for', async () => {
    const connection = await connect();
    connection.send(call(1, 'wait'), call(2, 'wait'));
    await connection.until(() => connection.waiting.length === 2);
    const cancel = (requestId: number) => ({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId },
    });
    connection.send(cancel(1));
    connection.input.end(JSON.stringify(cancel(2)));
    await connection.finished;
    expect(connection.lines).toEqual([]);
  });
});

describe('the end of input', () => {
  it('with nothing to do comes at once', async () => {
    expect(await new Connection().end()).toEqual([]);
    expect(await (await new Connection().shakeHands()).end()).toEqual([]);
  });

  it('an input that breaks is an input that ends', async () => {
    const connection = await new Connection().shakeHands();
    connection.send(call(1, 'later'));
    await connection.until(() => connection.input.readableLength === 0);
    connection.input.destroy(new Error('unplugged'));
    await connection.finished;
    expect(connection.lines.map(idOf)).toEqual([1]);
  });
});

describe.each(EVERY_PATH)('stopping, %s', (_, connect) => {
  it('T10: tells the calls that are running', async () => {
    const connection = await connect();
    connection.send(call(1, 'wait'), call('another', 'wait'));
    await connection.until(() => connection.waiting.length === 2);
    connection.stop();
    await connection.finished;
    expect(connection.waiting.map((signal) => signal.aborted)).toEqual([true, true]);
    expect(connection.lines).toEqual([]);
  });
});

describe('stopping', () => {
  it('T10: writes what is ready, drops what is running, and reads no more', async () => {
    const connection = await new Connection().shakeHands();
    connection.send(call(1, 'wait'), call(2, 'echo'));
    expect((await connection.first(1)).map(idOf)).toEqual([2]);
    connection.stop();
    await connection.finished;
    connection.send(request(3, 'ping'));
    await new Promise(setImmediate);
    expect(connection.lines.map(idOf)).toEqual([2]);
  });

  it('stopping twice is stopping', async () => {
    const connection = new Connection();
    connection.stop();
    connection.stop();
    await connection.finished;
    expect(connection.lines).toEqual([]);
  });

  it('T10: finishes only when the last byte is written', async () => {
    let written = '';
    const slow = new Writable({
      write(chunk, _, done) {
        setTimeout(() => {
          written += String(chunk);
          done();
        }, 10);
      },
    });
    const connection = new Connection(slow);
    connection.send(request(1, 'ping'));
    await connection.end();
    expect(written).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
  });
});

describe('an output that is gone', () => {
  /** An output whose reader is gone, and what was tried to be written to it. */
  function brokenPipe() {
    const tried: string[] = [];
    const output = new Writable({
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
      },
    });
    const write = output.write.bind(output) as (...args: unknown[]) => boolean;
    output.write = (...args: unknown[]) => {
      tried.push(String(args[0]));
      return write(...args);
    };
    return { output, tried };
  }
  const PONG = '{"jsonrpc":"2.0","id":1,"result":{}}\n';

  it('T10: ends the server quietly', async () => {
    const connection = new Connection(brokenPipe().output);
    connection.send(request(1, 'ping'), call(2, 'wait'));
    await connection.finished;
    expect(connection.events.filter(({ level }) => level !== 'debug')).toEqual([]);
  });

  it('T10: answers that become ready afterwards are dropped', async () => {
    const { output, tried } = brokenPipe();
    const connection = new Connection(output);
    connection.send(request(1, 'ping'), call(2, 'gate', { name: 'x' }));
    await connection.finished;
    await connection.release('x');
    await new Promise(setImmediate);
    connection.input.end();
    expect(tried).toEqual([PONG]);
  });

  it('T10: an output that was closed before the first answer is written to once', async () => {
    const { output, tried } = brokenPipe();
    const connection = new Connection(output);
    output.destroy();
    connection.send(request(1, 'ping'));
    connection.input.end();
    await connection.finished;
    expect(tried).toEqual([PONG]);
  });
});
