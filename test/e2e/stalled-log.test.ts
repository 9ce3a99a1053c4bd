import { spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { JSON_HEADERS } from '../harness/http-server.ts';
import { call, INITIALIZE, QUARTET } from '../harness/server-process.ts';

/** A pipe that nobody reads until told. */
class UnreadPipe {
  readonly fd: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'quartet-stalled-'));

  constructor() {
    const path = join(this.#folder, 'stderr');
    spawnSync('mkfifo', [path]);
    this.fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    onTestFinished(() => {
      closeSync(this.fd);
      rmSync(this.#folder, { recursive: true });
    });
  }

  /** Reads until a text has come. */
  async readUntil(text: string): Promise<string> {
    const parts: Buffer[] = [];
    const part = Buffer.alloc(1 << 20);
    let tail = '';
    for (const end = Date.now() + 30_000; Date.now() < end; ) {
      let length = 0;
      try {
        length = readSync(this.fd, part);
      } catch {
        await sleep(5);
      }
      parts.push(Buffer.from(part.subarray(0, length)));
      tail = (tail + part.toString('utf8', 0, length)).slice(-10_000);
      if (tail.includes(text) && tail.endsWith('\n')) return Buffer.concat(parts).toString();
    }
    throw new Error(`${text} did not come`);
  }
}

/** Starts the program with a stderr that nobody reads; what it says on stdout comes line by line. */
function start(args: readonly string[], stderr: 'pipe' | number) {
  const child = spawn(process.execPath, [QUARTET, ...args], { stdio: ['pipe', 'pipe', stderr] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let lines = 0;
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(-10_000);
    lines += more.split('\n').length - 1;
  });
  const until = async (isSo: () => boolean) => {
    for (const end = Date.now() + 30_000; !isSo(); await sleep(5)) {
      if (Date.now() > end) throw new Error(`stalled after ${lines} lines`);
    }
  };
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, exit, stdout: () => text, saidLines: (count: number) => until(() => lines >= count) };
}

const CALLS = 40_000;

describe('a log that nobody reads', () => {
  it('does not hold up a server on stdio; what does not fit is counted, and told once somebody reads', async () => {
    const stderr = new UnreadPipe();
    const { child, exit, saidLines } = start(['cobol', '--log-level', 'trace'], stderr.fd);
    child.stdin?.write(`${JSON.stringify(INITIALIZE)}\n`);
    for (let n = 0; n < CALLS; n += 1000) {
      const messages = Array.from({ length: 1000 }, (_, at) => JSON.stringify(call(n + at, 'add', { a: n, b: at })));
      child.stdin?.write(`${messages.join('\n')}\n`);
      await saidLines(n + 1001);
    }
    const log = (await stderr.readUntil('were not written')).trimEnd().split('\n');
    const events = log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const [last] = events.slice(-1);
    expect(last).toMatchObject({ level: 'warn', msg: 'lines were not written, since nobody read them' });
    const calls = events.filter(({ msg }) => msg === 'call').length;
    expect(calls).toBeGreaterThan(1000);
    expect(Number(last?.dropped)).toBeGreaterThan(1000);
    expect(calls + Number(last?.dropped)).toBeGreaterThanOrEqual(CALLS);

    // And on it goes.
    child.stdin?.write(`${JSON.stringify(call('after', 'add', { a: 1, b: 2 }))}\n`);
    await stderr.readUntil('"msg":"call"');
    child.stdin?.end();
    expect(await exit).toBe(0);
  });

  it.each(['a pipe', 'a socket'])('does not hold up quartet serve, nor its end (%s)', async (kind) => {
    const stderr = kind === 'a pipe' ? new UnreadPipe().fd : 'pipe';
    const server = start(['serve', '--toolsets', 'cobol', '--port', '0', '--log-level', 'trace'], stderr);
    await server.saidLines(1);
    const url = /http:\/\/\S+\/mcp/.exec(server.stdout())?.[0] ?? '';
    for (let n = 0; n < 60; n++) {
      const requests = Array.from({ length: 20 }, (_, at) =>
        fetch(url, {
          method: 'POST',
          headers: JSON_HEADERS,
          body: JSON.stringify(call(at, 'add', { a: n, b: at })),
          signal: AbortSignal.timeout(10_000),
        }).then(async (response) => [response.status, (await response.text()).length > 0]),
      );
      expect(await Promise.all(requests)).toEqual(Array.from({ length: 20 }, () => [200, true]));
    }
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
  });
});
