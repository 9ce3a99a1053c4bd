import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groundOf } from '../../harness/books/ground.ts';
import { times } from '../../harness/books/setup.ts';
import { runQuartet } from '../../harness/run-quartet.ts';
import { QUARTET } from '../../harness/server-process.ts';
import { treeOf } from '../../harness/tree.ts';

const parent = mkdtempSync(join(tmpdir(), 'quartet-export-'));
const root = join(parent, 'library');
const ground = groundOf(root);
const CHAPTER = 'content/01-Part/01-Chapter';

function put(path: string, content: string, book: string): void {
  ground.write(`books/${book}/${path}`, content);
}

function exported(book: string, out: string) {
  return runQuartet(['books', 'export', book, join(parent, out), '--root', root]);
}

beforeAll(() => mkdirSync(root, { recursive: true }));
afterAll(() => rmSync(parent, { recursive: true }));

describe('a folder that is kept', () => {
  it('a killed run is mended by the next one', async () => {
    const lessons = Math.max(30, times(100));
    for (let round = 0; round < 2; round++) {
      for (let at = 10; at < 10 + lessons; at++) {
        put(
          `content/01-Part/${10 + (at % 5)}-Chapter/${10 + (at % 90)}-l${at}.md`,
          `# Lesson ${at} of ${round}\n`,
          'killed-book',
        );
      }
      const child = start('killed-book', 'killed');
      const log = join(parent, 'killed', '.quartet-export.tmp', 'published');
      await until(() => child.exitCode !== null || (existsSync(log) && readFileSync(log).length > 1000));
      child.kill('SIGKILL');
      await ended(child);
    }
    const { code, stdout } = await exported('killed-book', 'killed');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.not.stringContaining('kept') });
    await exported('killed-book', 'whole');
    const files = (out: string) => treeOf(join(parent, out)).filter((line) => !line.startsWith('.quartet-export.json'));
    expect(files('killed')).toEqual(files('whole'));
  });

  it('--watch follows the library, tells of a round that fails, and ends at Ctrl-C', async () => {
    put(`${CHAPTER}/01-one.md`, '# One\n', 'live-book');
    const child = start('live-book', 'live', '--watch');
    const { said, complained } = voiceOf(child);
    await until(() => said().includes('Watching for changes'));
    put(`${CHAPTER}/02-two.md`, '# Two\n', 'live-book');
    const page = join(parent, 'live', `${CHAPTER}/02-two.html`);
    await until(() => existsSync(page) && said().split('live-book as html').length === 3);

    const marker = join(parent, 'live', '.quartet-export.json');
    const before = readFileSync(marker);
    writeFileSync(marker, 'broken');
    ground.remove(`books/live-book/${CHAPTER}/02-two.md`);
    await until(() => complained().includes('Trying again in'));
    writeFileSync(marker, before);
    await until(() => !existsSync(page) && said().includes('1 removed'));
    child.kill('SIGINT');
    expect(await ended(child)).toBe(0);
  });
});

it('a thousand lessons, and more text than there is memory', async () => {
  const lessons = Math.max(50, times(1000));
  for (let at = 0; at < lessons; at++) {
    const path = `content/${10 + Math.floor(at / 100)}-Part/${10 + (Math.floor(at / 10) % 10)}-Chapter/${10 + (at % 10)}-l.md`;
    put(path, `# Lesson ${at}\n\n${'Some *words* of a `lesson`, again and again.\n\n'.repeat(40)}`, 'long-book');
  }
  const started = performance.now();
  const { stdout } = await exported('long-book', 'long');
  console.info(`${lessons} lessons: ${Math.round(performance.now() - started)} ms`);
  expect(stdout).toContain(`${lessons} pages; ${lessons + 2} files written`);

  const heavy = Math.max(10, times(80));
  for (let at = 10; at < 10 + heavy; at++) {
    put(`${CHAPTER}/${at}-l.md`, `# Lesson ${at}\n\n${'words '.repeat(300_000)}`, 'heavy-book');
  }
  // For 144 MB of text.
  const args = ['books', 'export', 'heavy-book', join(parent, 'heavy'), '--root', root, '--format', 'epub'];
  expect(await runQuartet(args, { NODE_OPTIONS: '--max-old-space-size=96' })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${heavy} pages; 1 files written`),
  });
});

function start(book: string, out: string, ...args: string[]): ChildProcess {
  const all = [QUARTET, 'books', 'export', book, join(parent, out), '--root', root, ...args];
  return spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] });
}

function voiceOf(child: ChildProcess): { said: () => string; complained: () => string } {
  const heard = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      heard[name] += text;
    });
  }
  return { said: () => heard.stdout, complained: () => heard.stderr };
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('close', (code) => resolve(code)));
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
