import { PassThrough, type Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProtocolFailure, ToolFailure } from '../../../kernel/errors.ts';
import {
  keepingLog,
  type LoggedEvent,
  sampleDispatcher,
  sampleTool,
  textOutput,
} from '../../../kernel/testing/toolsets.ts';
import type { Tool } from '../../../kernel/tool.ts';
import { serveStreams } from '../serve.ts';

export type Json = Record<string, unknown>;

/** A client's end of a connection to a real server, over streams in this process. */
export class Connection {
  readonly input = new PassThrough();
  /** Every line the server has written. */
  readonly lines: string[] = [];
  readonly events: LoggedEvent[];
  readonly finished: Promise<void>;
  readonly stop: () => void;
  /** The signals of the `wait` calls that have begun. */
  readonly waiting: AbortSignal[] = [];
  readonly #releases = new Map<string, () => void>();
  #held = '';
  #onLine: () => void = () => {};

  constructor(readonly output: Writable = new PassThrough()) {
    const { log, events } = keepingLog();
    const { dispatcher } = sampleDispatcher(this.#tools(), { log });
    const identity = { name: 'sample-server', title: 'Sample', version: '1.2.3', instructions: 'Samples.' };
    const server = serveStreams(this.input, output, identity, dispatcher, log);
    this.events = events;
    this.finished = server.finished;
    this.stop = () => void server.close();
    if (output instanceof PassThrough) output.on('data', (chunk: Buffer) => this.heard(chunk));
  }

  /** Takes in what the server has written; for outputs that are not plain streams. */
  heard(chunk: Buffer): void {
    const parts = (this.#held + chunk.toString()).split('\n');
    this.#held = parts.pop() ?? '';
    this.lines.push(...parts);
    this.#onLine();
  }

  /** Sends messages in one chunk: strings as they are, everything else as JSON. */
  send(...messages: (string | Json)[]): this {
    const lines = messages.map((message) => (typeof message === 'string' ? message : JSON.stringify(message)));
    this.input.write(lines.map((line) => `${line}\n`).join(''));
    return this;
  }

  /** The first `count` lines, once they are there. */
  async first(count: number): Promise<string[]> {
    await this.until(() => this.lines.length >= count);
    return this.lines.slice(0, count);
  }

  /** Sends messages and reads as many answers. */
  async ask(...messages: (string | Json)[]): Promise<Json[]> {
    const before = this.lines.length;
    this.send(...messages);
    const lines = await this.first(before + messages.length);
    return lines.slice(before).map((line) => JSON.parse(line) as Json);
  }

  async shakeHands(): Promise<this> {
    await this.ask(initialize('handshake'));
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    this.lines.length = 0;
    return this;
  }

  /** Ends the input and gives every line, once the server has closed. */
  async end(last = ''): Promise<string[]> {
    this.input.end(last);
    await this.finished;
    return this.lines;
  }

  /** Lets the `gate` call of this name end. */
  async release(name: string): Promise<void> {
    while (!this.#releases.has(name)) await sleep(1);
    this.#releases.get(name)?.();
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await Promise.race([sleep(5), new Promise<void>((resolve) => this.#arrange(resolve))]);
    }
  }

  #arrange(wake: () => void): void {
    this.#onLine = wake;
  }

  #tools(): Tool[] {
    return [
      sampleTool('echo', (args) => textOutput(JSON.stringify(args)), { exactNumbers: true }),
      sampleTool('sources', ({ n }) => textOutput(String(n)), { exactNumbers: true }),
      sampleTool('who', (_, { caller }) => textOutput(`${caller.name} ${caller.version}`)),
      sampleTool('later', async ({ ms = 20 }) => {
        await sleep(Number(ms));
        return textOutput('late');
      }),
      sampleTool('gate', async ({ name }) => {
        await new Promise<void>((open) => this.#releases.set(String(name), open));
        return textOutput(`gate ${String(name)}`);
      }),
      sampleTool('wait', (_, { signal }) => {
        this.waiting.push(signal);
        return new Promise(() => {});
      }),
      sampleTool('steps', (_, { progress }) => {
        progress(1, 2, 'half');
        progress(2, 2);
        return textOutput('arrived');
      }),
      sampleTool('slow_steps', async (_, { progress }) => {
        progress(1);
        await sleep(5);
        progress(2);
        return textOutput('arrived');
      }),
      sampleTool('fail', () => {
        throw new ToolFailure('Try again.');
      }),
      sampleTool('refuse', () => {
        throw new ProtocolFailure(-32050, 'No such thing', { uri: 'x' });
      }),
      sampleTool('broken', () => {
        throw new TypeError('secret detail');
      }),
    ];
  }
}

export function request(id: unknown, method: string, params?: Json): Json {
  return { jsonrpc: '2.0', id, method, ...(params && { params }) };
}

export function call(id: unknown, name: string, args: Json = {}, more: Json = {}): Json {
  return request(id, 'tools/call', { name, arguments: args, ...more });
}

export function initialize(id: unknown, protocolVersion = '2025-11-25'): Json {
  return request(id, 'initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'Ada', version: '1843' },
  });
}

/** What every request of revision 2026-07-28 carries. */
export const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'Grace', version: '1906' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A connection in the handshake era, which serves calls before the handshake as well. */
export const PATHS: [path: string, connect: () => Promise<Connection>][] = [
  ['before a handshake', async () => new Connection()],
  ['after a handshake', async () => new Connection().shakeHands()],
];

/** The same, and a connection of the stateless era. */
export const EVERY_PATH: typeof PATHS = [...PATHS, ['statelessly', async () => new StatelessConnection().warmUp()]];

/** Puts the envelope into every message, however it is spelled. */
class StatelessConnection extends Connection {
  /** The SDK is loaded by the first request, which therefore takes a while. */
  async warmUp(): Promise<this> {
    await this.ask(request('first', 'tools/list'));
    this.lines.length = 0;
    return this;
  }

  override send(...messages: (string | Json)[]): this {
    const lines = messages.map((message) => (typeof message === 'string' ? message : JSON.stringify(message)));
    return super.send(...lines.map(withEnvelope));
  }
}

function withEnvelope(line: string): string {
  const meta = `"_meta":${JSON.stringify(ENVELOPE)}`;
  if (line.includes('"params":{}')) return line.replace('"params":{}', () => `"params":{${meta}}`);
  if (line.includes('"params":{')) return line.replace('"params":{', () => `"params":{${meta},`);
  return line.replace(/\}$/, () => `,"params":{${meta}}}`);
}
