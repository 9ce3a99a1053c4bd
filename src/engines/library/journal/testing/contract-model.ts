import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BASE, type FileKey } from '../../model/file-key.ts';
import { sha256 } from '../../model/files.ts';
import { type Journal, type NewIntent } from '../journal.ts';
import { change, found, lesson, type Open, reading, withJournal } from './subjects.ts';

const KEYS = [lesson(1), lesson(1, 'zoe'), lesson(2), lesson(1, BASE, 'other')];
const BOOKS = ['ai', 'other'];

const step = fc.record({
  kind: fc.constantFrom('begin', 'begin', 'begin', 'finish', 'finish', 'abandon', 'adopt', 'forget', 'note', 'restart'),
  key: fc.constantFrom(...KEYS),
  /** Now and then the caller believes in something that is not so. */
  belief: fc.option(fc.constantFrom('a', 'b', ''), { freq: 5, nil: undefined }),
  text: fc.constantFrom('a', 'b', 'c', ''),
  pass: fc.integer({ min: -5, max: 5 }),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Whatever is done, the journal is as a plain map would be, and its chains hold (R2, R3, R6, R7, FR-022, FR-023). */
export function modelContract(open: Open): void {
  it('agrees with a map after any sequence of changes', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        let time = Date.parse('2026-03-01T08:30:00Z');
        await withJournal(
          open,
          async (opened) => {
            const model = new Model(opened.journal);
            for (const one of steps) {
              time += one.pass;
              if (one.kind === 'restart') model.journal = await opened.reopen();
              else await model.take(one);
            }
            await model.check();
          },
          { now: () => new Date(time) },
        );
      }),
      { numRuns: 60 },
    ));
}

class Model {
  readonly files = new Map<FileKey, string>();
  readonly under = new Map<FileKey, NewIntent>();
  readonly history: { key: FileKey; prevHash: string | null; newHash: string | null }[] = [];
  notes = 0;

  constructor(public journal: Journal) {}

  async take({ kind, key, belief, text }: Step): Promise<void> {
    const current = this.files.get(key) ?? null;
    const expected = belief === undefined ? current : hashOf(belief);
    const free = !this.under.has(key) && expected === current;
    if (kind === 'begin') return this.#begin(change(key, expected, hashOf(text)), key, current);
    if (kind === 'finish') return this.#finish(key);
    if (kind === 'abandon') {
      await this.journal.abandon(this.under.get(key)?.id ?? 'none');
      this.under.delete(key);
    } else if (kind === 'adopt') {
      const row = await this.journal.adopt(found(key, text), expected);
      expect(row?.sha256).toBe(free ? sha256(text) : undefined);
      if (free && sha256(text) !== current) this.#apply(key, current, sha256(text));
    } else if (kind === 'forget') {
      if (expected === null) return;
      expect(await this.journal.forget(key, 'keeper', expected)).toBe(free);
      if (free) this.#apply(key, current, null);
    } else {
      await this.journal.note([reading(key)]);
      this.notes++;
    }
  }

  async check(): Promise<void> {
    const rows = (await Promise.all(BOOKS.map((book) => this.journal.rows(book, [BASE, 'zoe'])))).flat();
    expect(rows).toHaveLength(this.files.size);
    for (const key of KEYS) expect((await this.journal.get(key))?.sha256).toBe(this.files.get(key));
    expect((await this.journal.intents()).map(({ id }) => id).sort()).toEqual(
      [...this.under.values()].map(({ id }) => id).sort(),
    );
    expect(await this.journal.miscounted()).toEqual([]);
    const log = (await this.journal.audit({ limit: 1000 })).reverse();
    expect(log).toHaveLength(this.history.length + this.notes);
    const changes = log.filter(({ stateChange }) => stateChange);
    const told = changes.map(({ bookId, path, userId, prevHash, newHash }) => ({
      key: { bookId, path, userId },
      prevHash,
      newHash,
    }));
    expect(told).toEqual(this.history);
    for (const book of BOOKS) {
      expect(await this.journal.verifyChain(book)).toMatchObject({ valid: true, breaks: [] });
      const stamps = changes.filter(({ bookId }) => bookId === book).map(({ timestamp }) => timestamp);
      expect(stamps).toEqual([...new Set(stamps)].sort());
      await this.#checkDeltas(book, stamps);
    }
  }

  /** Every stamp that a row or a tombstone has is the stamp of its change; gone files are those that once were. */
  async #checkDeltas(book: string, stamps: string[]): Promise<void> {
    const { changed, deleted: gone } = await this.journal.changesSince(book, [BASE, 'zoe'], '2000-01-01T00:00:00Z');
    const seen = [...changed.map((row) => row.lastWrittenAt), ...gone.map((tombstone) => tombstone.deletedAt)];
    expect(new Set(seen).size).toBe(seen.length);
    for (const stamp of seen) expect(stamps).toContain(stamp);
    const once = new Set(this.history.filter(({ newHash }) => newHash !== null).map(({ key }) => JSON.stringify(key)));
    const expected = KEYS.filter((key) => key.bookId === book && once.has(JSON.stringify(key)) && !this.files.has(key));
    expect(gone).toHaveLength(expected.length);
  }

  async #begin(intent: NewIntent, key: FileKey, currentHash: string | null): Promise<void> {
    const decision = await this.journal.begin(intent);
    const other = this.under.get(key);
    if (other !== undefined) expect(decision).toMatchObject({ kind: 'busy', intent: other });
    else if (intent.oldHash !== currentHash) expect(decision).toEqual({ kind: 'differs', currentHash });
    else {
      expect(decision).toEqual({ kind: 'begun' });
      this.under.set(key, intent);
    }
  }

  async #finish(key: FileKey): Promise<void> {
    const intent = this.under.get(key);
    if (intent === undefined) {
      await expect(this.journal.finish('none', '', 0)).rejects.toThrow();
      return;
    }
    const row = await this.journal.finish(intent.id, 'v', 1);
    expect(row?.sha256 ?? null).toBe(intent.newHash);
    this.under.delete(key);
    this.#apply(key, intent.oldHash, intent.newHash);
  }

  #apply(key: FileKey, prevHash: string | null, newHash: string | null): void {
    this.history.push({ key: { ...key }, prevHash, newHash });
    if (newHash === null) this.files.delete(key);
    else this.files.set(key, newHash);
  }
}

function hashOf(text: string): string | null {
  return text === '' ? null : sha256(text);
}
