import { dataOf } from '../result-data.ts';
import { type Account, type Ended, INITIALIZE, ServerProcess } from '../server-process.ts';

type Json = Record<string, unknown>;

/** Talks to a real `quartet books` process about one folder. */
export class BooksClient {
  #server: ServerProcess | undefined;
  #asked = 0;

  constructor(
    private readonly root: string,
    private readonly extra: readonly string[] = [],
    private readonly account: Account = {},
  ) {}

  async start(): Promise<void> {
    const args = ['books', '--root', this.root, '--log-level', 'warn', ...this.extra];
    this.#server = new ServerProcess(args, {}, this.account);
    this.#asked = 1;
    await this.#server.write(INITIALIZE).answers(1);
  }

  stop(): Promise<Ended> {
    return this.#running().end();
  }

  kill(): Promise<Ended> {
    this.#running().child.kill('SIGKILL');
    return this.#running().ended;
  }

  /** The structured result of a call that must succeed; its text must say the same. */
  async call(name: string, args: Json): Promise<Json> {
    const result = await this.raw(name, args);
    if (result.isError) throw new Error(`${name}: ${result.content[0]?.text}`);
    const text = JSON.parse(result.content[0]?.text ?? '') as unknown;
    const structured = result.structuredContent ?? {};
    const same = JSON.stringify(Array.isArray(text) ? { result: text } : text) === JSON.stringify(structured);
    if (!same) throw new Error(`${name}: text and structure differ`);
    return structured;
  }

  async list(name: string, args: Json): Promise<Json[]> {
    return (await this.call(name, args)).result as Json[];
  }

  /** The failure of a call that must fail. */
  async fail(name: string, args: Json): Promise<Json> {
    const result = await this.raw(name, args);
    if (!result.isError) throw new Error(`${name} did not fail: ${result.content[0]?.text}`);
    return dataOf(result);
  }

  async raw(
    name: string,
    args: Json,
  ): Promise<{ isError?: boolean; content: { text: string }[]; structuredContent?: Json; _meta?: Json }> {
    const id = ++this.#asked;
    const server = this.#running();
    server.write({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });
    const answer = (await server.answers(id)).find((candidate) => candidate.id === id);
    if (answer?.result === undefined) throw new Error(`${name}: ${JSON.stringify(answer?.error)}`);
    return answer.result;
  }

  #running(): ServerProcess {
    if (this.#server === undefined) throw new Error('the server has not been started');
    return this.#server;
  }
}
