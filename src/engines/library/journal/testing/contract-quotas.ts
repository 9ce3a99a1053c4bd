import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { BASE, type FileKey } from '../../model/file-key.ts';
import { sha256 } from '../../model/files.ts';
import { type Journal, type NewIntent, type Quotas } from '../journal.ts';
import { change, databaseOf, found, lesson, type Open, withJournal } from './subjects.ts';

/** Quotas hold whatever happens at once, and what they go by is always what there is. */
export function quotaContract(open: Open): void {
  it.each([
    ['library_bytes', 20, lesson(1), lesson(1, 'zoe', 'other')],
    ['user_bytes', 20, lesson(1, 'zoe'), lesson(1, 'zoe', 'other')],
    ['library_files', 1, lesson(1), lesson(1, 'zoe', 'other')],
    ['user_overlays', 1, lesson(1, 'zoe'), lesson(1, 'zoe', 'other')],
  ] as const)('%s: says what is used, needed and allowed; less is always allowed', (quota, limit, one, two) =>
    withJournal(
      open,
      async ({ journal }) => {
        await carryOut(journal, one, '', 'a', 15);
        const bytes = quota.endsWith('bytes');
        const figures = bytes ? { used: 15, needed: 6, limit } : { used: 1, needed: 1, limit };
        expect(await journal.begin(sized(two, '', 'b', 6))).toEqual({ kind: 'exceeds', quota, ...figures });
        expect(await journal.intents()).toEqual([]);
        // What was there before is not refused: quotas may be set later than files.
        await journal.adopt({ ...found(two, 'b'), size: 30 }, null);
        await carryOut(journal, two, 'b', 'c', 25);
        await carryOut(journal, two, 'c', 'd', 25);
        await carryOut(journal, one, 'a', 'a', 15);
        if (bytes) expect(await journal.begin(sized(two, 'd', 'e', 26))).toMatchObject({ kind: 'exceeds', used: 40 });
        else await carryOut(journal, two, 'd', 'e', 26);
        await carryOut(journal, two, bytes ? 'd' : 'e', '', 0);
        await carryOut(journal, one, 'a', '', 0);
        await carryOut(journal, two, '', 'b', bytes ? limit : 1_000_000);
        expect(await journal.miscounted()).toEqual([]);
      },
      { quotas: { [quota]: limit } },
    ),
  );

  it('lets shared files be as many as the library may hold, and users have theirs apart', () =>
    withJournal(
      open,
      async ({ journal }) => {
        for (let n = 1; n < 5; n++) await carryOut(journal, lesson(n), '', 'a', 10);
        await carryOut(journal, lesson(1, 'zoe'), '', 'a', 10);
        await carryOut(journal, lesson(1, 'bob'), '', 'a', 10);
        expect(await journal.begin(sized(lesson(2, 'bob'), '', 'a', 10))).toMatchObject({ quota: 'user_overlays' });
      },
      { quotas: { user_overlays: 1, user_bytes: 10 } },
    ));

  it('counts what is being written as written, and what is being deleted as there', () =>
    withJournal(
      open,
      async ({ journal }) => {
        const first = sized(lesson(1), '', 'a', 10);
        await journal.begin(first);
        expect(await journal.begin(first)).toEqual({ kind: 'begun' });
        expect(await journal.begin(sized(lesson(2), '', 'a', 1))).toMatchObject({ kind: 'exceeds', used: 10 });
        await journal.abandon(first.id);
        await carryOut(journal, lesson(2), '', 'a', 10);
        const deletion = sized(lesson(2), 'a', '', 0);
        await journal.begin(deletion);
        expect(await journal.begin(sized(lesson(1), '', 'a', 1))).toMatchObject({ kind: 'exceeds', used: 10 });
        await journal.finish(deletion.id, '', 1);
        await carryOut(journal, lesson(1), '', 'a', 10);
      },
      { quotas: { library_bytes: 10 } },
    ));

  it('lets exactly as many through as there is room for, when 64 want it at once', () =>
    withJournal(
      open,
      async ({ journal }) => {
        const keys = Array.from({ length: 64 }, (_, n) => lesson(n, n % 2 ? BASE : `user-${n}`, `book-${n % 5}`));
        const decisions = await Promise.all(
          keys.map(async (key) => {
            const intent = sized(key, '', 'a', 10);
            const decision = await journal.begin(intent);
            if (decision.kind === 'begun') await journal.finish(intent.id, 'v', 1);
            return decision.kind;
          }),
        );
        expect(decisions.filter((kind) => kind === 'begun')).toHaveLength(20);
        expect(decisions.filter((kind) => kind === 'exceeds')).toHaveLength(44);
        expect(await journal.miscounted()).toEqual([]);
      },
      { quotas: { library_bytes: 205 } },
    ));

  it('finds a wrong count, and counts anew', () =>
    withJournal(open, async ({ journal }) => {
      await carryOut(journal, lesson(1, 'zoe'), '', 'a', 10);
      await carryOut(journal, lesson(1, BASE, 'other'), '', 'a', 10);
      await sql`update file_usage set bytes = bytes - 9 where user_id = 'zoe'`.execute(databaseOf(journal));
      await sql`insert into file_usage values ('eve', 'gone', 1, 5)`.execute(databaseOf(journal));
      expect(await journal.miscounted()).toEqual(['ai', 'gone']);
      await journal.recount('ai');
      expect(await journal.miscounted()).toEqual(['gone']);
      await journal.recount('gone');
      expect(await journal.miscounted()).toEqual([]);
    }));

  it('says no exactly when there is no room, and its counts are right, after any sequence of changes', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) =>
        withJournal(
          open,
          async (opened) => {
            const model = new Model(opened.journal);
            for (const one of steps) {
              if (one.kind === 'restart') model.journal = await opened.reopen();
              else await model.take(one);
            }
            expect(await model.journal.miscounted()).toEqual([]);
          },
          { quotas: QUOTAS },
        ),
      ),
      { numRuns: 30 },
    ));
}

const QUOTAS = { library_bytes: 100, library_files: 4, user_bytes: 40, user_overlays: 2 } as const satisfies Quotas;

const PLACES = ['ai', 'other'].flatMap((book) =>
  [BASE, 'zoe'].flatMap((user) => [lesson(1, user, book), lesson(2, user, book)]),
);

const step = fc.record({
  kind: fc.constantFrom('begin', 'begin', 'begin', 'finish', 'finish', 'abandon', 'die', 'adopt', 'forget', 'restart'),
  key: fc.constantFrom(...PLACES),
  text: fc.constantFrom('a', 'b', 'c', ''),
  size: fc.integer({ min: 0, max: 50 }),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Held {
  readonly text: string;
  readonly size: number;
}

/** What a journal with quotas must say, worked out from plain maps. */
class Model {
  readonly #files = new Map<FileKey, Held>();
  readonly #under = new Map<FileKey, Held & { readonly id: string }>();

  constructor(public journal: Journal) {}

  async take({ kind, key, text, size }: Step): Promise<void> {
    const there = this.#files.get(key);
    const under = this.#under.get(key);
    if (kind === 'begin' && under === undefined) {
      // Equal bytes are equally many.
      const want = { text, size: there?.text === text ? there.size : text === '' ? 0 : size };
      const intent = sized(key, there?.text ?? '', text, want.size);
      const fits = text === '' || there?.text === text || this.#hasRoom(key, want);
      expect((await this.journal.begin(intent)).kind).toBe(fits ? 'begun' : 'exceeds');
      if (fits) this.#under.set(key, { ...want, id: intent.id });
    } else if (under !== undefined && (kind === 'finish' || kind === 'die')) {
      // A change whose process has died after its bytes were there: somebody else claims it and records it.
      if (kind === 'die') expect(await this.journal.claim(under.id, 'here 1 1', 'another', 'always')).toBe(true);
      await this.journal.finish(under.id, 'v', 1, kind === 'die' ? 'recovered' : undefined);
      this.#set(key, under);
    } else if (under !== undefined && kind === 'abandon') {
      await this.journal.abandon(under.id);
      this.#under.delete(key);
    } else if (under === undefined && kind === 'adopt' && text !== '' && there?.text !== text) {
      await this.journal.adopt({ ...found(key, text), size }, there ? sha256(there.text) : null);
      this.#set(key, { text, size });
    } else if (under === undefined && kind === 'forget' && there !== undefined) {
      await this.journal.forget(key, 'keeper', sha256(there.text));
      this.#set(key, { text: '', size: 0 });
    }
  }

  #set(key: FileKey, { text, size }: Held): void {
    this.#under.delete(key);
    if (text === '') this.#files.delete(key);
    else this.#files.set(key, { text, size });
  }

  #hasRoom(key: FileKey, want: Held): boolean {
    const newFiles = this.#files.has(key) ? 0 : 1;
    const newBytes = Math.max(0, want.size - (this.#files.get(key)?.size ?? 0));
    const all = this.#used(() => true);
    const own = this.#used(({ userId }) => userId === key.userId);
    const isOver = (used: number, more: number, limit: number) => more > 0 && used + more > limit;
    const library =
      isOver(all.files, newFiles, QUOTAS.library_files) || isOver(all.bytes, newBytes, QUOTAS.library_bytes);
    const user = isOver(own.files, newFiles, QUOTAS.user_overlays) || isOver(own.bytes, newBytes, QUOTAS.user_bytes);
    return !library && (key.userId === BASE || !user);
  }

  #used(counts: (key: FileKey) => boolean): { files: number; bytes: number } {
    const sum = { files: 0, bytes: 0 };
    for (const key of PLACES.filter(counts)) {
      const [there, under] = [this.#files.get(key), this.#under.get(key)];
      const most = Math.max(there?.size ?? 0, under?.size ?? 0);
      if (there !== undefined || (under !== undefined && under.text !== '')) sum.files++;
      sum.bytes += most;
    }
    return sum;
  }
}

function sized(key: FileKey, before: string, after: string, size: number): NewIntent {
  const hash = (text: string) => (text === '' ? null : sha256(text));
  return { ...change(key, hash(before), hash(after)), id: randomUUID(), size };
}

async function carryOut(journal: Journal, key: FileKey, before: string, after: string, size: number): Promise<void> {
  const intent = sized(key, before, after, size);
  expect(await journal.begin(intent)).toEqual({ kind: 'begun' });
  await journal.finish(intent.id, `v-${after}`, 1);
}
