import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Library } from '../commit/library.ts';
import { JournalFailure } from '../journal/journal.ts';
import { KEYS } from '../journal/testing/subjects.ts';
import { but, closeLibrary, openLibrary, sampleLesson, tamper, temporaryFolder } from '../testing/library.ts';
import { ChainVerdicts } from './chain-verdict.ts';

const never = new AbortController().signal;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let library: Library;

beforeEach(async () => {
  folder = await temporaryFolder();
  library = await openLibrary(folder.root, { keys: KEYS });
  const actor = { agentId: 'ann', operation: 'write_content' };
  for (const name of ['01-a', '02-b', '03-c']) await library.put(sampleLesson(name), Buffer.from(name), actor);
});
afterEach(async () => {
  await closeLibrary(library);
  await folder.remove();
});

describe('ChainVerdicts', () => {
  it('tells that a chain holds, with its end', async () => {
    const { hash } = await library.journal.head('sample');
    expect(await new ChainVerdicts(library.journal).of('sample', never)).toEqual({
      checked: true,
      intact: true,
      entries: 3,
      head: hash,
    });
  });

  it('tells that a book without entries has none', async () => {
    const verdict = { checked: true, intact: true, entries: 0, head: '0'.repeat(64) };
    expect(await new ChainVerdicts(library.journal).of('nowhere', never)).toEqual(verdict);
  });

  it('tells what is wrong with one that was changed', async () => {
    await tamper(folder.root, "update audit_log set agent_id = 'eve' where seq = 2");
    expect(await new ChainVerdicts(library.journal).of('sample', never)).toMatchObject({
      checked: true,
      intact: false,
      entries: 3,
      problem: expect.stringMatching(/^entry \d+: the entry was changed$/),
    });
  });

  it('tells the first of several', async () => {
    await tamper(folder.root, "update audit_log set agent_id = 'eve' where seq > 1");
    const { problem } = await new ChainVerdicts(library.journal).of('sample', never);
    expect(problem).toMatch(/^entry \d+: the entry was changed \(and 1 more\)$/);
  });

  it('does not pretend to have checked a long one, and believes no end that makes it long', async () => {
    const { hash } = await library.journal.head('sample');
    const unwilling = but(library.journal, { verifyChain: () => Promise.reject(new Error('nobody should ask')) });
    expect(await new ChainVerdicts(unwilling, 2).of('sample', never)).toEqual({
      checked: false,
      entries: 3,
      head: hash,
      problem: 'There are more than 2 entries, too many for one call: run quartet books verify --book sample.',
    });
    await tamper(folder.root, 'update audit_chain set entries = 1000000');
    const verdict = await new ChainVerdicts(library.journal, 3).of('sample', never);
    expect(verdict).toMatchObject({ checked: true, intact: false, entries: 1_000_000 });
  });

  it('takes one look for all who ask at the same time, and another for those who ask later', async () => {
    let looks = 0;
    const journal = but(library.journal, {
      verifyChain: (bookId) => {
        looks++;
        return library.journal.verifyChain(bookId);
      },
    });
    const verdicts = new ChainVerdicts(journal);
    await Promise.all([verdicts.of('sample', never), verdicts.of('sample', never), verdicts.of('other', never)]);
    expect(looks).toBe(2);
    await verdicts.of('sample', never);
    expect(looks).toBe(3);
  });

  it('says why it cannot tell, where nobody could', async () => {
    const failure = new JournalFailure('The key of the audit log, audit.key, cannot be read.');
    const keyless = but(library.journal, { verifyChain: () => Promise.reject(failure) });
    const verdict = await new ChainVerdicts(keyless).of('sample', never);
    expect(verdict).toMatchObject({ checked: false, entries: 3, problem: failure.message });
    expect(verdict).not.toHaveProperty('intact');
    const passing = new JournalFailure('The database is busy.', { retryable: true });
    const busy = but(library.journal, { verifyChain: () => Promise.reject(passing) });
    await expect(new ChainVerdicts(busy).of('sample', never)).rejects.toBe(passing);
  });

  it('looks at one chain after the other', async () => {
    const log: string[] = [];
    const journal = but(library.journal, {
      verifyChain: async (bookId) => {
        log.push(`begin ${bookId}`);
        const report = await library.journal.verifyChain(bookId);
        log.push(`end ${bookId}`);
        return report;
      },
    });
    const verdicts = new ChainVerdicts(journal);
    await Promise.all(['sample', 'other', 'third'].map((bookId) => verdicts.of(bookId, never)));
    expect(log).toEqual(['sample', 'other', 'third'].flatMap((bookId) => [`begin ${bookId}`, `end ${bookId}`]));
  });

  it('ends a look when the last one who waits for it has gone, and begins another for the next', async () => {
    const signals: AbortSignal[] = [];
    const journal = but(library.journal, {
      verifyChain: (bookId, signal = never) => {
        signals.push(signal);
        if (signals.length > 1) return library.journal.verifyChain(bookId, signal);
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
      },
    });
    const verdicts = new ChainVerdicts(journal);
    const [ann, bob] = [new AbortController(), new AbortController()];
    const asked = [ann, bob].map(({ signal }) => verdicts.of('sample', signal).catch((error: unknown) => error));
    await expect.poll(() => signals.length).toBe(1);
    ann.abort('ann is gone');
    expect(signals[0]?.aborted).toBe(false);
    bob.abort('bob is gone');
    expect(signals[0]?.aborted).toBe(true);
    const next = verdicts.of('sample', never);
    expect(await Promise.all(asked)).toEqual(['ann is gone', 'bob is gone']);
    expect(await next).toMatchObject({ checked: true, intact: true });
    await expect(verdicts.of('sample', AbortSignal.abort('gone before'))).rejects.toBe('gone before');
  });

  it('forgets a look that failed', async () => {
    let isDown = true;
    const journal = but(library.journal, {
      head: (bookId) => (isDown ? Promise.reject(new Error('down')) : library.journal.head(bookId)),
    });
    const verdicts = new ChainVerdicts(journal);
    await expect(verdicts.of('sample', never)).rejects.toThrow('down');
    isDown = false;
    expect(await verdicts.of('sample', never)).toMatchObject({ intact: true });
  });

  it('counts entries that were taken out by the rules', async () => {
    const later = new Date(Date.now() + 86_400_000).toISOString();
    await library.journal.anchor('sample', later);
    await library.journal.removeAnchored('sample', 100);
    expect(await new ChainVerdicts(library.journal).of('sample', never)).toMatchObject({
      checked: true,
      intact: true,
      entries: 3,
      removed: 3,
    });
  });
});
