import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { QUARTET } from '../../harness/server-process.ts';
import { assertNothingBroke, type Victim, within } from './victim.ts';

/** `quartet all` over pipes. */
export class StdioVictim implements Victim {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<string>;
  #stderr = '';
  #asked = 0;
  #tail = '';
  #onAnswer: () => void = () => {};

  constructor(options: readonly string[], env: NodeJS.ProcessEnv, program = QUARTET) {
    this.#child = spawn(process.execPath, [program, 'all', ...options], { env: { ...process.env, ...env } });
    this.#child.stdin.on('error', () => {});
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#tail = (this.#tail + text).slice(-(text.length + 100));
      this.#onAnswer();
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => resolve(`${code ?? signal}`));
    });
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    this.#send({ id: 'hello', method: 'initialize', params });
  }

  begin(name: string, args: object): void {
    this.#send({ id: ++this.#asked, method: 'tools/call', params: { name, arguments: args } });
  }

  cancel(): void {
    this.#send({ method: 'notifications/cancelled', params: { requestId: this.#asked } });
  }

  leave(): Promise<void> {
    this.#child.stdout.destroy();
    this.#child.stdin.destroy();
    return this.#end();
  }

  closeOutput(): Promise<void> {
    this.#child.stdout.destroy();
    // Who has nothing to write does not notice.
    this.#send({ id: 'knock', method: 'ping' });
    return this.#end();
  }

  ping(): Promise<void> {
    const id = `ping ${++this.#asked}`;
    const answered = new Promise<void>((resolve) => {
      this.#onAnswer = () => {
        if (this.#tail.includes(`"id":"${id}"`)) resolve();
      };
    });
    const died = this.#ended.then((how) => Promise.reject(new Error(`it ended with ${how}: ${this.#stderr}`)));
    this.#send({ id, method: 'ping' });
    return within(Promise.race([answered, died]), () => 'no answer to a ping');
  }

  stop(): Promise<void> {
    this.#child.stdin.end();
    return this.#end();
  }

  async #end(): Promise<void> {
    const how = await within(this.#ended, () => 'it did not end').finally(() => this.#child.kill('SIGKILL'));
    if (how !== '0') throw new Error(`it ended with ${how}: ${this.#stderr}`);
    assertNothingBroke(this.#stderr);
  }

  #send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
