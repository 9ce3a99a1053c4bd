import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Log } from '../../../lib/log.ts';
import { type AuditEntry, type Journal, JournalFailure } from '../journal/journal.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { BookFailure } from '../model/failures.ts';
import { but, temporaryFolder } from '../testing/library.ts';
import { AuditTrail } from './audit-trail.ts';

const READ = 'read_content';

describe('the audit trail', () => {
  it('writes the neighbours of an entry that the database refuses', async () => {
    const { journal, lost, trail } = await opened();
    for (let n = 0; n < 300; n++) trail.unchanged(n % 100 === 50 ? 'system' : 'ada', READ, { bookId: 'ai' });
    await trail.close();
    const entries = await journal.audit({ limit: 1000 });
    expect(entries).toHaveLength(297);
    expect(lost()).toBe(3);
    expect(await journal.verifyChain('ai')).toMatchObject({ valid: true, entries: 297 });
  });

  it('writes what waits for somebody who looks, and keeps nobody waiting for a journal that is down', async () => {
    let down = false;
    const note = (journal: Journal) => (entries: readonly AuditEntry[]) =>
      down ? Promise.reject(new JournalFailure('The journal is full.')) : journal.note(entries);
    const { journal, trail } = await opened((real) => but(real, { note: note(real) }));
    trail.unchanged('ada', READ, { bookId: 'ai', path: 'first' });
    await trail.written();
    expect(await journal.audit({})).toMatchObject([{ path: 'first' }]);
    down = true;
    trail.unchanged('ada', READ, { bookId: 'ai', path: 'second' });
    await trail.written();
    await trail.written();
    down = false;
    await trail.close();
    expect(await journal.audit({})).toMatchObject([{ path: 'second' }, { path: 'first' }]);
  });

  it('keeps entries while the journal cannot be written, and writes them once it can', async () => {
    let down = true;
    const note = (journal: Journal) => (entries: readonly AuditEntry[]) =>
      down ? Promise.reject(new JournalFailure('The journal is full.')) : journal.note(entries);
    const { journal, lost, trail } = await opened((real) => but(real, { note: note(real) }));
    for (let n = 0; n < 250; n++) trail.unchanged('ada', READ, { bookId: 'ai', path: String(n) });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await journal.audit({})).toEqual([]);
    down = false;
    trail.unchanged('ada', READ, { bookId: 'ai', path: 'last' });
    await trail.close();
    const paths = (await journal.audit({ limit: 1000 })).map(({ path }) => path).reverse();
    expect(paths).toEqual([...Array.from({ length: 250 }, (_, n) => String(n)), 'last']);
    expect(lost()).toBe(0);
  });

  it('holds no more than it can bear, and says how much was lost', async () => {
    const down = () => Promise.reject(new JournalFailure('The journal is full.'));
    const { lost, trail } = await opened((real) => but(real, { note: down }));
    for (let n = 0; n < 25_000; n++) trail.unchanged('ada', READ, { bookId: 'ai' });
    await trail.close();
    expect(lost()).toBe(25_000);
  });

  it.each([true, false])(
    'tells what the journal cannot do as a failure of its own, retryable %s',
    async (retryable) => {
      const { trail } = await opened();
      const work = () => Promise.reject(new JournalFailure('The journal is full.', { retryable }));
      const failure = await Promise.resolve(trail.around('ada', READ, { bookId: 'ai' }, work)).catch((error) => error);
      expect(failure).toBeInstanceOf(BookFailure);
      expect((failure as BookFailure).data).toEqual({
        error: 'StorageError',
        code: 'JOURNAL_UNAVAILABLE',
        message: 'The journal is full.',
        retryable,
      });
    },
  );
});

async function opened(around = (journal: Journal) => journal) {
  const { root, remove } = await temporaryFolder();
  const journal = await openSqliteJournal(join(root, 'journal.db'));
  onTestFinished(async () => {
    await journal.close();
    await remove();
  });
  const told: { lost?: number }[] = [];
  const log = new Proxy({}, { get: () => (fields: object) => void told.push(fields) }) as Log;
  const lost = () => told.reduce((sum, { lost: count = 0 }) => sum + count, 0);
  return { journal, lost, trail: new AuditTrail(around(journal), log) };
}
