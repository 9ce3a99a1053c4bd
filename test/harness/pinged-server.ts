import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, INITIALIZE, ServerProcess } from './server-process.ts';

/** Nobody on the line may wait longer for a ping, whatever others ask for. */
export const MOST_MS = 200;

const PAUSE_MS = 10;

/** A server that is pinged all the time while it works. */
export class PingedServer {
  readonly #server: ServerProcess;
  readonly #waiting = new Map<number, () => void>();
  #asked = 0;

  constructor(args: readonly string[]) {
    this.#server = new ServerProcess(args);
    createInterface({ input: this.#server.child.stdout }).on('line', (line) => {
      const { id } = JSON.parse(line) as { id: number };
      this.#waiting.get(id)?.();
      this.#waiting.delete(id);
    });
    this.#server.write(INITIALIZE);
  }

  /** The longest that a ping took while the server was busy with a call, which is cancelled after a while. */
  async slowestPing(tool: string, args: object, forMs: number): Promise<number> {
    const id = ++this.#asked;
    let busy = true;
    const done = new Promise<void>((resolve) => {
      this.#waiting.set(id, resolve);
    });
    const stop = () => {
      busy = false;
    };
    this.#server.write(call(id, tool, args));
    const timer = setTimeout(() => {
      this.#server.write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
      stop();
    }, forMs);
    void done.then(stop);
    let slowest = 0;
    do {
      slowest = Math.max(slowest, await this.#ping());
      await sleep(PAUSE_MS);
    } while (busy);
    clearTimeout(timer);
    this.#waiting.delete(id);
    return slowest;
  }

  /** As `slowestPing`, and asked again when it was late: a machine may pause once, a busy server is late again. */
  async isLate(tool: string, args: object, forMs: number): Promise<boolean> {
    for (let tries = 0; tries < 3; tries++) if ((await this.slowestPing(tool, args, forMs)) <= MOST_MS) return false;
    return true;
  }

  async kill(): Promise<void> {
    this.#server.child.kill('SIGKILL');
    await this.#server.ended;
  }

  async #ping(): Promise<number> {
    const id = ++this.#asked;
    const sent = performance.now();
    // Late is late; there is no need to wait for an hour to know.
    const late = sleep(10 * MOST_MS, undefined, { ref: false });
    const answered = new Promise<void>((resolve) => {
      this.#waiting.set(id, resolve);
    });
    this.#server.write({ jsonrpc: '2.0', id, method: 'ping' });
    await Promise.race([answered, late]);
    return performance.now() - sent;
  }
}
