import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Connection, call, EVERY_PATH, request } from './testing/connection.ts';

const idOf = (line: string) => (JSON.parse(line) as { id: unknown }).id;
const upTo = (count: number) => Array.from({ length: count }, (_, id) => id);

describe.each(EVERY_PATH)('order, %s', (_, connect) => {
  it('T10: answers of one turn leave in the order of their requests, in one write', async () => {
    const connection = await connect();
    let writes = 0;
    connection.output.on('data', () => writes++);
    connection.send(...upTo(200).map((id) => (id % 7 === 0 ? request(id, 'ping') : call(id, 'echo'))), '{', '[]');
    expect((await connection.end()).map(idOf)).toEqual([...upTo(200), null, null]);
    expect(writes).toBeLessThan(20);
  });

  it('a fast call does not wait for a slow one', async () => {
    const connection = await connect();
    connection.send(call('slow', 'gate', { name: 'x' }), call('fast', 'echo'));
    expect((await connection.first(1)).map(idOf)).toEqual(['fast']);
    await connection.release('x');
    expect((await connection.end()).map(idOf)).toEqual(['fast', 'slow']);
  });
});

/** An output that a test can stop up: then it takes one write and keeps the writer waiting. */
class Tap extends Writable {
  heard: (chunk: Buffer) => void = () => {};
  #open = true;
  #waiting: () => void = () => {};

  constructor() {
    super({ highWaterMark: 64 });
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.heard(chunk);
    if (this.#open) setImmediate(done);
    else this.#waiting = done;
  }

  stopUp(): void {
    this.#open = false;
  }

  letFlow(): void {
    this.#open = true;
    this.#waiting();
  }
}

async function connectToTap(): Promise<{ tap: Tap; connection: Connection }> {
  const tap = new Tap();
  const connection = new Connection(tap);
  tap.heard = (chunk) => connection.heard(chunk);
  await connection.shakeHands();
  await connection.until(() => !connection.input.isPaused());
  tap.stopUp();
  return { tap, connection };
}

const aMoment = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('back-pressure', () => {
  it('a slow reader pauses the input, and nothing is lost', async () => {
    const { tap, connection } = await connectToTap();
    const ids = upTo(300);
    for (const id of ids) {
      connection.send(call(id, 'echo', { text: 'x'.repeat(100) }));
      if (id % 10 === 0) await new Promise(setImmediate);
    }
    connection.input.end();
    await connection.until(() => connection.input.isPaused());
    const held = connection.input.readableLength;
    expect(held).toBeGreaterThan(0);
    await aMoment();
    expect(connection.input.readableLength).toBe(held);

    tap.letFlow();
    await connection.finished;
    expect(connection.lines.map(idOf)).toEqual(ids);
  });

  it('however many answers meet a full output, one listener waits for it', async () => {
    const { tap, connection } = await connectToTap();
    const names = upTo(15).map(String);
    connection.send(...names.map((name) => call(name, 'gate', { name })));
    for (const name of names) {
      await connection.release(name);
      await aMoment();
    }
    expect(tap.listenerCount('drain')).toBe(1);
    tap.letFlow();
    await connection.end();
    expect(connection.lines.map(idOf)).toEqual(names);
  });

  it('a server that was stopped while it waited does not read on', async () => {
    const { tap, connection } = await connectToTap();
    connection.send(call(1, 'echo', { text: 'x'.repeat(100) }));
    await connection.until(() => connection.input.isPaused());
    connection.send(call(2, 'wait'));
    connection.stop();
    tap.letFlow();
    await connection.finished;
    await aMoment();
    expect(connection.lines.map(idOf)).toEqual([1]);
    expect(connection.waiting).toEqual([]);
  });

  it('a reader that keeps up never pauses the input', async () => {
    const connection = new Connection(new PassThrough({ highWaterMark: 16 * 1024 * 1024 }));
    let pauses = 0;
    connection.input.on('pause', () => pauses++);
    connection.send(...upTo(1000).map((id) => call(id, 'echo')));
    await connection.first(1000);
    expect(pauses).toBe(0);
  });
});
