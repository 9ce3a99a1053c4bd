import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PingedServer } from '../../harness/pinged-server.ts';

const root = mkdtempSync(join(tmpdir(), 'quartet-full-text-liveness-'));
const FOR_MS = 5000;
let server: PingedServer;

function lesson(book: string, name: string, text: string): void {
  const folder = join(root, 'books', book, 'content', '01-Part', '01-Chapter');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}

beforeAll(() => {
  const words = (n: number) => Array.from({ length: 600 }, (_, at) => `w${(n * 7 + at * at) % 5000}`).join(' ');
  for (let n = 0; n < 1000; n++) lesson('many', `01-lesson${n}.md`, `# Lesson ${n}\n\n${words(n)}\n`);
  lesson('long', '01-lesson.md', `${words(1)}\n\n`.repeat(2500));
  lesson('line', '01-lesson.md', 'a'.repeat(4_000_000));
  lesson('commas', '01-lesson.md', 'owl,'.repeat(1_000_000));
  lesson('headings', '01-lesson.md', '# Owl\n'.repeat(100_000));
  server = new PingedServer(['books', '--extras', '--root', root, '--log-level', 'warn']);
});

afterAll(async () => {
  await server.kill();
  rmSync(root, { recursive: true });
});

it.each(['many', 'long', 'line', 'commas', 'headings'])(
  'nobody waits while %s is indexed and searched',
  async (book_id) => {
    for (const query of ['w1 owl', 'w*', 'a']) {
      expect(await server.isLate('search_content', { book_id, query }, FOR_MS)).toBe(false);
    }
  },
);
