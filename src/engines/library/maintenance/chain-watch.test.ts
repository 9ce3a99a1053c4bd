import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { Metrics } from '../../../kernel/metrics.ts';
import { keepingLog } from '../../../kernel/testing/toolsets.ts';
import { closeBooks, openBooks } from '../../../toolsets/books/open.ts';
import { BASE } from '../model/file-key.ts';
import { lesson } from '../model/files.ts';
import { bookId, contentPath } from '../model/names.ts';
import { ChainWatch } from './chain-watch.ts';

const root = mkdtempSync(join(tmpdir(), 'quartet-chain-'));
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('SC-004: the audit chains are looked at by themselves, and counted', async () => {
  const { log, events } = keepingLog();
  const metrics = new Metrics();
  const world = await openBooks({ root }, log, { services: { metrics } });
  const file = lesson(bookId('watched'), contentPath('content/01-Part/01-Chapter/01-lesson.md'), BASE);
  await world.library.write(file, Buffer.from('# A'), undefined, { agentId: 'ann', operation: 'write_content' });
  const watch = new ChainWatch(world.library.journal, log, 5);
  await expect.poll(() => metrics.text()).toMatch(/audit_chain_check_total\{result="valid"\} [1-9]/);
  await watch.stop();
  expect(events.filter(({ level }) => level === 'error')).toEqual([]);
  await closeBooks(world);
});

it('tampering is told', async () => {
  const { log, events } = keepingLog();
  const journal = {
    books: async () => ['a'],
    verifyChain: async () => ({ valid: false, entries: 1, breaks: [{ id: 1, reason: 'edited' }] }),
  };
  const watch = new ChainWatch(journal as never, log, 5);
  await expect.poll(() => events.length).toBeGreaterThan(0);
  await watch.stop();
  expect(events[0]).toMatchObject({ level: 'error', fields: { book: 'a', first: { id: 1 } } });
});
