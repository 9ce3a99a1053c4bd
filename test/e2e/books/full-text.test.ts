import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { groundOf } from '../../harness/books/ground.ts';
import { times } from '../../harness/books/setup.ts';
import { Wire } from '../../harness/books/wire.ts';
import { Random } from '../../harness/random.ts';
import { runQuartet } from '../../harness/run-quartet.ts';

const root = mkdtempSync(join(tmpdir(), 'quartet-full-text-'));
const ground = groundOf(root);
const BOOK = { book_id: 'sample' };
const LESSONS = times(500);
const KILLS = times(10);
afterAll(() => rmSync(root, { recursive: true }));

const pathOf = (n: number) => `content/01-Part/01-Chapter/${String(n % 100).padStart(2, '0')}-lesson${n}.md`;
const server = () => Wire.books(root, { QUARTET_EXTRAS: '1' });

async function found(wire: Wire, query: string): Promise<string[]> {
  const paths: string[] = [];
  for (let cursor: unknown; ; ) {
    const answer = await wire.data('search_content', {
      ...BOOK,
      query,
      limit: 50,
      ...(cursor !== undefined && { cursor }),
    });
    if (answer.complete === false) {
      cursor = undefined;
      paths.length = 0;
      continue;
    }
    paths.push(...(answer.result as { path: string }[]).map(({ path }) => path));
    cursor = answer.next_cursor;
    if (cursor === undefined) return paths.sort();
  }
}

it('servers that are killed while they index leave nothing wrong behind', async () => {
  for (let n = 0; n < LESSONS; n++) {
    ground.write(
      `books/sample/${pathOf(n)}`,
      `# Lesson ${n}\n\nAbout owl${n} and others.\n\n## More\n\n${'Words. '.repeat(300)}\n`,
    );
  }
  const random = new Random(1);
  let answered = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const wire = await server();
    const answer = wire.call('search_content', { ...BOOK, query: 'others' });
    await Promise.race([answer, sleep(50 + random.below(1500))]);
    wire.child.kill('SIGKILL');
    await wire.ended;
    if ((await answer) !== undefined) answered++;
  }
  expect(answered).toBeLessThan(KILLS);
  const wire = await server();
  expect(await found(wire, 'others')).toEqual(Array.from({ length: LESSONS }, (_, n) => pathOf(n)).sort());
  for (const n of [0, 7, LESSONS - 1]) expect(await found(wire, `owl${n}`)).toEqual([pathOf(n)]);
  await wire.end();
  expect((await runQuartet(['books', 'verify', '--root', root])).stdout).toMatch(/: clean\n$/);
});

it('each of two servers finds what the other writes, and what somebody changes by hand', async () => {
  const [one, other] = [await server(), await server()];
  const fresh = { ...BOOK, path: 'content/02-Part/01-Chapter/01-fresh.md' };
  const { file_hash: hash } = await one.data('write_content', { ...fresh, content: '# Nightingale\n' });
  expect(await found(other, 'nightingale')).toEqual([fresh.path]);
  await other.data('write_content', { ...fresh, content: '# Sparrow\n', expected_hash: hash });
  expect(await found(one, 'nightingale')).toEqual([]);
  expect(await found(one, 'sparrow')).toEqual([fresh.path]);
  ground.write(`books/sample/${fresh.path}`, '# Kingfisher\n');
  for (const wire of [one, other]) {
    await expect.poll(() => found(wire, 'kingfisher'), { timeout: 10_000 }).toEqual([fresh.path]);
    expect(await found(wire, 'sparrow')).toEqual([]);
  }
  await one.data('delete_content', fresh);
  expect(await found(other, 'kingfisher')).toEqual([]);
  await Promise.all([one.end(), other.end()]);
});
