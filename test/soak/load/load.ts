import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { HELLO, JSON_HEADERS, ServeProcess } from '../../harness/http-server.ts';

export interface LoadReport {
  readonly calls: number;
  readonly wrong: number;
  readonly lost: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly callsPerSecond: number;
  readonly warmMb: number;
  readonly endMb: number;
  readonly growthPercent: number;
}

const BOOK = 'load';

/** Lets many clients, each with a session of its own, call tools of all kinds for a while, and checks every answer. */
export async function load(
  clients: number,
  seconds: number,
  warmUpSeconds: number,
  program = ServeProcess.program,
): Promise<LoadReport> {
  ServeProcess.program = program;
  const server = await ServeProcess.start(['--log-level', 'warn', '--max-queue', '1000']);
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024;
  const tally = { calls: 0, wrong: 0, lost: 0, latencies: [] as number[] };
  let until = performance.now() + warmUpSeconds * 1000;
  try {
    const lanes = await Promise.all(Array.from({ length: clients }, (_, n) => Client.open(server.url, agent, n)));
    const run = () => Promise.all(lanes.map((client) => client.callUntil(() => performance.now() < until, tally)));
    await run();
    const warmMb = rss();
    Object.assign(tally, { calls: 0, wrong: 0, lost: 0, latencies: [] });
    const started = performance.now();
    until = started + seconds * 1000;
    await run();
    const elapsed = (performance.now() - started) / 1000;
    const endMb = rss();
    const sorted = Float64Array.from(tally.latencies).sort();
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    const { calls, wrong, lost } = tally;
    const growthPercent = (endMb / warmMb - 1) * 100;
    return {
      calls,
      wrong,
      lost,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      callsPerSecond: calls / elapsed,
      warmMb,
      endMb,
      growthPercent,
    };
  } finally {
    agent.destroy();
    await server.stop();
  }
}

type Tally = { calls: number; wrong: number; lost: number; latencies: number[] };

class Client {
  #calls = 0;
  #hash: string | undefined;

  private constructor(
    private readonly url: string,
    private readonly agent: Agent,
    private readonly number: number,
    private readonly session: string,
  ) {}

  static async open(url: string, agent: Agent, number: number): Promise<Client> {
    const { headers } = await post(`${url}/mcp`, agent, HELLO, {});
    return new Client(url, agent, number, String(headers['mcp-session-id']));
  }

  async callUntil(goesOn: () => boolean, tally: Tally): Promise<void> {
    while (goesOn()) {
      const started = performance.now();
      try {
        if (!(await this.#callOne())) tally.wrong++;
      } catch {
        tally.lost++;
      }
      tally.calls++;
      tally.latencies.push(performance.now() - started);
    }
  }

  /** Mostly sums, sometimes a write, a read or a search; true when the answer is the right one. All clients use equal ids. */
  async #callOne(): Promise<boolean> {
    const n = this.#calls++;
    const path = `content/01-Part/${String(10 + (this.number % 90))}-Chapter/${String(10 + Math.floor(this.number / 90))}-lesson.md`;
    if (n % 20 === 5) {
      const content = `# Lesson ${this.number}.${n}`;
      const expected = this.#hash === undefined ? {} : { expected_hash: this.#hash };
      const written = await this.#call(n, 'write_content', { book_id: BOOK, path, content, ...expected });
      this.#hash = written.file_hash as string;
      return written.status === 'success';
    }
    if (n % 20 === 6) {
      const { content, file_hash_sha256 } = await this.#call(n, 'read_content', { book_id: BOOK, path });
      return file_hash_sha256 === this.#hash && content === `# Lesson ${this.number}.${n - 1}`;
    }
    if (n % 100 === 7) {
      const { result } = await this.#call(n, 'glob_search', { book_id: BOOK, pattern: path });
      return Array.isArray(result) && result.length === 1;
    }
    const { sum } = await this.#call(n, 'add', { a: this.number * 1000, b: n });
    return sum === String(this.number * 1000 + n);
  }

  async #call(id: number, name: string, args: unknown): Promise<Record<string, unknown>> {
    const message = { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
    const { status, body } = await post(`${this.url}/mcp`, this.agent, message, { 'mcp-session-id': this.session });
    const answer = JSON.parse(body) as { id: unknown; result?: { structuredContent?: Record<string, unknown> } };
    if (status !== 200 || answer.id !== id || !answer.result?.structuredContent) throw new Error(body.slice(0, 200));
    return answer.result.structuredContent;
  }
}

function post(url: string, agent: Agent, message: unknown, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers: { ...JSON_HEADERS, ...headers } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(message));
  });
}
