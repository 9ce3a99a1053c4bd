import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Wire } from '../../harness/books/wire.ts';
import { bundle } from '../../harness/bundle.ts';

const LEASE_MS = 2000;
const path = (number: number) => `content/01-Part/01-Chapter/0${number}-lesson.md`;
const NUMBERS = [1, 2, 3, 4];

it.each([
  ['begun', 1],
  ['published', 1],
  ['published', 3],
  ['published', 4],
])(
  'a replica that is stopped in the middle of a group (%s %i) does no harm when it goes on',
  async (point, passage) => {
    // A bucket is the same for all of them.
    const book_id = `stopped-${point}-${passage}`;
    const root = await mkdtemp(join(tmpdir(), 'quartet-stopped-'));
    const server = await bundle('test/harness/books/crash-server.ts');
    const env = (host: string) => ({ CRASH_ROOT: root, CRASH_HOST: host, CRASH_LEASE_MS: String(LEASE_MS) });
    const stop = { CRASH_AT: point, CRASH_AFTER: String(passage), CRASH_SIGNAL: 'SIGSTOP' };
    const [slow, other] = [
      new Wire([server.program], { ...env('slow'), ...stop }),
      new Wire([server.program], env('other')),
    ];
    try {
      await Promise.all([slow.hello(), other.hello()]);
      const changes = NUMBERS.map((number) => ({ path: path(number), content: `lesson ${number}` }));
      const writing = slow.call('write_many', { book_id, changes });
      const book = () => other.result('read_content', { book_id, path: 'content', scope: 'book' });
      // The reader waits for the lease of the one that is stopped, and carries the group out.
      await expect.poll(async () => (await book()).content[0]?.text, { timeout: 60_000 }).toContain('lesson 4');
      const shown = (await book()).structuredContent?.result as { content: string; file_hash_sha256: string }[];
      expect(shown.map(({ content }) => content)).toEqual(changes.map(({ content }) => content));
      const expected_hash = shown[3]?.file_hash_sha256;
      await other.data('write_content', { book_id, path: path(4), content: 'changed since', expected_hash });
      slow.child.kill('SIGCONT');
      const answer = await writing;
      expect(answer?.result).toMatchObject({ structuredContent: { status: 'success' } });
      for (const wire of [slow, other]) {
        const texts = NUMBERS.map(
          async (number) => (await wire.data('read_content', { book_id, path: path(number) })).content,
        );
        expect(await Promise.all(texts)).toEqual(['lesson 1', 'lesson 2', 'lesson 3', 'changed since']);
        expect(await wire.data('validate_book', { book_id, include_warnings: false })).toMatchObject({ valid: true });
      }
    } finally {
      slow.child.kill('SIGCONT');
      await Promise.all([slow.end(), other.end()]);
      await rm(root, { recursive: true, force: true });
      await rm(server.folder, { recursive: true, force: true });
    }
  },
);
