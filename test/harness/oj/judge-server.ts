import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

/** Who trusts this file trusts a judge that speaks TLS. Like its key it is a test fixture. */
export const JUDGE_CERTIFICATE = fixture('judge.crt');

export interface Seen {
  readonly method: string;
  /** As it stood in the request line. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** How the judge treats a request. */
export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

/** A real HTTP server on loopback that notes every request and behaves as it is told. */
export class JudgeServer {
  readonly requests: Seen[] = [];
  connections = 0;
  /** Requests whose client went away before the answer was complete. */
  abandoned = 0;
  readonly #server: ReturnType<typeof createServer>;
  #behaviour: Behaviour = (response) => response.writeHead(404).end();

  private constructor(private readonly scheme: 'http' | 'https') {
    const serve = (request: IncomingMessage, response: ServerResponse) => this.#serve(request, response);
    this.#server =
      scheme === 'http'
        ? createServer({ maxHeaderSize: 128 * 1024 }, serve)
        : createTlsServer({ cert: readFileSync(JUDGE_CERTIFICATE), key: readFileSync(fixture('judge.key')) }, serve);
    this.#server.on('connection', () => this.connections++);
    this.#server.keepAliveTimeout = 60_000;
  }

  static async start(scheme: 'http' | 'https' = 'http'): Promise<JudgeServer> {
    const judge = new JudgeServer(scheme);
    await new Promise<void>((resolve) => judge.#server.listen(0, '127.0.0.1', resolve));
    return judge;
  }

  get origin(): string {
    return `${this.scheme}://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get urls(): string[] {
    return this.requests.map((request) => request.url);
  }

  /** From now on, every request gets this. */
  answers(behaviour: Behaviour): this {
    this.#behaviour = behaviour;
    return this;
  }

  forget(): void {
    this.requests.length = 0;
    this.abandoned = 0;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request;
    const seen = { method, url, headers };
    this.requests.push(seen);
    response.on('close', () => {
      // One that was forgotten meanwhile belongs to a test before.
      if (!response.writableFinished && this.requests.includes(seen)) this.abandoned++;
    });
    this.#behaviour(response, request);
  }
}
