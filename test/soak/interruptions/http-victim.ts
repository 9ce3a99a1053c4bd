import { type ClientRequest, request } from 'node:http';
import { HELLO, JSON_HEADERS, ServeProcess } from '../../harness/http-server.ts';
import { assertNothingBroke, type Victim, within } from './victim.ts';

/** `quartet serve` on a port. */
export class HttpVictim implements Victim {
  #asked = 0;
  #request: ClientRequest | undefined;

  private constructor(
    private readonly server: ServeProcess,
    private readonly session: string,
  ) {}

  static async start(
    options: readonly string[],
    env: NodeJS.ProcessEnv,
    program = ServeProcess.program,
  ): Promise<HttpVictim> {
    ServeProcess.program = program;
    const server = await ServeProcess.start(options, env);
    const { headers } = await server.post('/mcp', HELLO);
    return new HttpVictim(server, String(headers['mcp-session-id']));
  }

  begin(name: string, args: object): void {
    const headers = { ...JSON_HEADERS, 'mcp-session-id': this.session };
    const sent = request(`${this.server.url}/mcp`, { method: 'POST', agent: false, headers });
    sent.on('error', () => {});
    sent.on('response', (response) => response.on('error', () => {}).resume());
    const message = { jsonrpc: '2.0', id: ++this.#asked, method: 'tools/call', params: { name, arguments: args } };
    sent.end(JSON.stringify(message));
    this.#request = sent;
  }

  cancel(): void {
    const params = { requestId: this.#asked };
    const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params };
    void this.server.post('/mcp', message, { 'mcp-session-id': this.session }).catch(() => {});
  }

  async leave(): Promise<void> {
    this.#request?.destroy();
  }

  /** The answer begins to come, and nobody takes it. */
  async closeOutput(): Promise<void> {
    const asked = this.#request;
    asked?.removeAllListeners('response');
    asked?.once('response', (response) => {
      response.on('error', () => {}).pause();
      setImmediate(() => asked.destroy());
    });
  }

  ping(): Promise<void> {
    const pinged = async () => {
      const { status } = await this.server.call('/mcp', 'add', { a: 1, b: 1 }, { 'mcp-session-id': this.session });
      if (status !== 200) throw new Error(`a ping was answered with ${status}`);
    };
    return within(pinged(), () => 'no answer to a ping').catch((error: unknown) => {
      throw new Error(`${String(error)}; stderr: ${this.server.stderr}`);
    });
  }

  async stop(): Promise<void> {
    const code = await within(this.server.stop(), () => 'it did not end');
    if (code !== 0) throw new Error(`it ended with ${code}: ${this.server.stderr}`);
    assertNothingBroke(this.server.stderr);
  }
}
