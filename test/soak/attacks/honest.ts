import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { ServeProcess } from '../../harness/http-server.ts';
import type { Pings } from './attack.ts';

/** A client in a process of its own, so that what it measures is not the attacker's own work. */
export class HonestClient {
  #stdout = '';

  private constructor(private readonly child: ChildProcessWithoutNullStreams) {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text;
    });
    child.stderr.pipe(process.stderr);
  }

  static async start(server: ServeProcess, token: string, address: string): Promise<HonestClient> {
    const script = resolve('test/soak/attacks/honest-client.js');
    const honest = new HonestClient(spawn(process.execPath, [script, `${server.url}/mcp/cobol`, token, address]));
    await new Promise<void>((ready, failed) => {
      honest.child.stdout.once('data', () => ready());
      honest.child.once('close', () => failed(new Error('the honest client did not start')));
    });
    return honest;
  }

  async stop(): Promise<Omit<Pings, 'stretch'>> {
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    this.child.stdin.end();
    await ended;
    return JSON.parse(this.#stdout.trim().split('\n').at(-1) ?? '') as Omit<Pings, 'stretch'>;
  }
}
