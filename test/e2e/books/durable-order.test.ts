import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { INITIALIZE, ServerProcess } from '../../harness/server-process.ts';

const CALLS = 'trace=fsync,fdatasync,/^rename,write,writev,openat';

function canTrace(): boolean {
  try {
    execFileSync('strace', ['-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(process.platform !== 'linux' || !canTrace())('what the system is asked for', () => {
  let folder: string;
  let server: ServerProcess;
  let asked = 1;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quartet-order-'));
    server = new ServerProcess(['books', '--root', join(folder, 'root'), '--log-level', 'warn']);
    asked = 1;
    await server.write(INITIALIZE).answers(1);
    // The folders are made, and durable up to the root.
    await write(1);
    await upload();
  });
  afterEach(async () => {
    await server.end();
    rmSync(folder, { recursive: true });
  });

  /** Writes new lessons, all at once. */
  async function write(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const path = `content/01-Part/01-Chapter/01-lesson-${asked}.md`;
      const params = { name: 'write_content', arguments: { book_id: 'sample', path, content: `# ${asked}\n` } };
      server.write({ jsonrpc: '2.0', id: ++asked, method: 'tools/call', params });
    }
    const answers = await server.answers(asked);
    expect(answers.filter(({ result }) => result?.isError)).toEqual([]);
  }

  async function upload(): Promise<void> {
    const asset = { book_id: 'sample', asset_type: 'slides', filename: `${asked}.txt`, binary_data: 'YQ==' };
    const params = { name: 'upload_asset', arguments: asset };
    server.write({ jsonrpc: '2.0', id: ++asked, method: 'tools/call', params });
    const answers = await server.answers(asked);
    expect(answers.at(-1)?.result?.isError).toBeFalsy();
  }

  interface SystemCall {
    readonly thread: string;
    readonly text: string;
  }

  /** What was asked of the system meanwhile, in the order in which it was done. */
  async function traced(work: () => Promise<void>): Promise<SystemCall[]> {
    const file = join(folder, 'calls');
    const strace = spawn('strace', ['-f', '-y', '-o', file, '-e', CALLS, '-p', String(server.child.pid)]);
    await once(strace.stderr, 'data');
    await work();
    strace.kill('SIGINT');
    await once(strace, 'close');
    const begun = new Map<string, string>();
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [thread = '', ...rest] = line.split(/\s+/);
        const text = rest.join(' ');
        if (text.endsWith('<unfinished ...>')) begun.set(thread, text);
        if (text.endsWith('...>')) return [];
        return { thread, text: text.startsWith('<...') ? `${begun.get(thread)} ${text}` : text };
      });
  }

  /** What was done to the disk and what was answered. */
  async function steps(work: () => Promise<void>): Promise<string[]> {
    return (await traced(work)).flatMap(({ text }) => stepOf(text));
  }

  function stepOf(call: string): string[] {
    if (/^f(data)?sync\(.*\/staging\//.test(call)) return ['bytes synced'];
    if (/^f(data)?sync\(.*\/objects\//.test(call)) return ['version synced'];
    if (/^f(data)?sync\(.*journal\.db-wal/.test(call)) return ['journal synced'];
    if (/^f(data)?sync\(.*(01-Chapter|slides)>/.test(call)) return ['folder synced'];
    if (call.startsWith('rename')) return ['renamed'];
    if (/^writev?\(1</.test(call)) return ['answered'];
    return /^f(data)?sync\(/.test(call) ? [call] : [];
  }

  it('for a write: version and intent, name, record, and only then the answer', async () => {
    const done = await steps(() => write(1));
    // The version of the bytes and the intent go to the disk side by side; the file itself is left to later.
    expect(done.splice(0, 2).sort()).toEqual(['journal synced', 'version synced']);
    expect(done).toEqual(['renamed', 'journal synced', 'answered']);
  });

  it('for an asset, which has no history: its bytes, intent, name, folder, record', async () => {
    const done = await steps(() => upload());
    expect(done).toEqual(['bytes synced', 'journal synced', 'renamed', 'folder synced', 'journal synced', 'answered']);
  });

  it('for many writes at once: they share what there is', async () => {
    const writes = 128;
    const done = await steps(() => write(writes));
    const count = (step: string) => done.filter((one) => one === step).length;
    expect(count('bytes synced')).toBe(0);
    expect(count('folder synced')).toBe(0);
    expect(count('renamed')).toBe(writes);
    expect(count('journal synced') + count('version synced')).toBeLessThan(writes);
  });

  it('for many writes at once: no temporary files, and no new name in the thread that answers', async () => {
    const calls = await traced(() => write(128));
    const made = calls.filter(({ text }) => text.startsWith('openat(') && text.includes('O_CREAT'));
    const staged = made.filter(({ text }) => text.includes('/staging'));
    expect(staged).toHaveLength(128);
    expect(staged.filter(({ thread }) => thread === String(server.child.pid))).toEqual([]);
    expect(made.filter(({ text }) => text.includes('etilqs'))).toEqual([]);
  });
});
