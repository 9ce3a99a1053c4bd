import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AuditRow, Journal } from '../../../src/engines/library/journal/journal.ts';
import { keyOf, sha256 } from '../../../src/engines/library/model/files.ts';
import { groundOf } from '../../harness/books/ground.ts';
import { journalOf, times } from '../../harness/books/setup.ts';
import { type Result, Wire } from '../../harness/books/wire.ts';

const root = mkdtempSync(join(tmpdir(), 'quartet-invariants-'));
const LESSONS = ['content/01-Part/01-Chapter/01-a.md', 'content/01-Part/02-Chapter/01-b.summary.md'];
const BAD_PATHS = ['content/01-Part/a.md', '../x', 'static/img/a.png', 'content/01-Part/01-Chapter/01-a.md/..'];
const USERS = [undefined, 'ann', 'bob'];
const ground = groundOf(root);
let wire: Wire;
let journal: Journal;
let books = 0;

beforeAll(async () => {
  wire = await Wire.books(root);
  journal = await journalOf(root);
});

afterAll(async () => {
  await journal.close();
  await wire.end();
  rmSync(root, { recursive: true });
});

interface Step {
  readonly tool: 'write' | 'delete' | 'upload' | 'read' | 'look';
  readonly path: string;
  readonly user: string | undefined;
  readonly text: string;
  readonly hash: 'right' | 'wrong' | 'none';
}

const step: fc.Arbitrary<Step> = fc.record({
  tool: fc.constantFrom('write', 'write', 'write', 'delete', 'upload', 'read', 'look'),
  path: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...LESSONS) }, fc.constantFrom(...BAD_PATHS)),
  user: fc.constantFrom(...USERS),
  text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
  hash: fc.constantFrom('right', 'wrong', 'none'),
});

const story = fc.array(step, { minLength: 4, maxLength: 20 });

/** Plays steps on a book of its own, and lets the server do some of them at once. */
async function play(steps: readonly Step[]): Promise<string> {
  const book = `inv-${++books}`;
  for (let at = 0; at < steps.length; at += 3) {
    await Promise.all(steps.slice(at, at + 3).map((one) => carryOut(book, one)));
  }
  // The audit of calls that change nothing is written a moment later: a long one, on a busy machine.
  const written = async () => expect((await auditOf(book)).length).toBeGreaterThanOrEqual(callsOf(steps));
  await vi.waitFor(written, { timeout: 10_000, interval: 30 });
  return book;
}

/** To write, one has to read before. */
function callsOf(steps: readonly Step[]): number {
  return steps.length + steps.filter(({ tool }) => tool === 'write').length;
}

async function carryOut(book_id: string, { tool, path, user, text, hash }: Step): Promise<Result> {
  const user_id = user;
  const file = { book_id, path, user_id };
  if (tool === 'delete') return wire.result('delete_content', file);
  if (tool === 'read') return wire.result('read_content', file);
  if (tool === 'look') return wire.result('delta_build', { book_id, since: '2020-01-01T00:00:00Z', user_id });
  if (tool === 'upload') {
    const binary_data = Buffer.from(text).toString('base64');
    return wire.result('upload_asset', { book_id, asset_type: 'img', filename: path, binary_data });
  }
  const current = await wire.result('read_content', file);
  const right = current.structuredContent?.file_hash_sha256;
  const expected_hash = hash === 'right' ? right : hash === 'wrong' ? sha256('something else') : undefined;
  return wire.result('write_content', { ...file, content: text, expected_hash });
}

function storedFiles(book: string): string[] {
  const prefix = `books/${book}/`;
  return ground
    .keys('books/')
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
}

async function rowsOf(book: string) {
  return await journal.rows(book, await journal.users(book));
}

async function auditOf(book: string): Promise<AuditRow[]> {
  return (await journal.audit({ bookId: book, limit: 10_000 })).reverse();
}

/** Everything about a book that a second deletion must not change. */
async function stateOf(book: string): Promise<unknown> {
  const { deleted } = await journal.changesSince(book, ['__base__', 'ann', 'bob'], '2000-01-01T00:00:00Z');
  const changes = (await auditOf(book)).filter(({ stateChange }) => stateChange);
  return { rows: await rowsOf(book), tombstones: deleted, changes, files: storedFiles(book) };
}

function property(name: string, check: (book: string, steps: readonly Step[]) => Promise<void>): void {
  it(name, async () => {
    const forAny = fc.asyncProperty(story, async (steps) => check(await play(steps), steps));
    await fc.assert(forAny, { numRuns: times(20) });
  });
}

describe('for any sequence of calls, some of them at once', () => {
  const lesson =
    /^(?:users\/[a-z]+\/)?content\/\d\d-[A-Za-z0-9-]+\/\d\d-[A-Za-z0-9-]+\/\d\d-[A-Za-z0-9-]+(?:\.summary)?\.md$/;
  const asset = /^static\/(?:img|slides|videos|audio)\/[^/].*$/;

  property('R1: every stored path has its legal form', async (book) => {
    const illegal = storedFiles(book).filter((path) => !lesson.test(path) && !asset.test(path));
    expect(illegal).toEqual([]);
  });

  property(
    'R2: the bytes of every file have the hash and size of the journal, and every file has a row',
    async (book) => {
      const rows = await rowsOf(book);
      for (const row of rows) {
        const bytes = ground.read(keyOf(row));
        expect({ sha256: sha256(bytes), size: bytes.length }).toEqual({ sha256: row.sha256, size: row.size });
      }
      const keys = rows.map((row) => keyOf(row).slice(`books/${book}/`.length));
      expect(keys.sort()).toEqual(storedFiles(book).sort());
    },
  );

  property('R3: deleting twice leaves what deleting once has left', async (book) => {
    for (const path of LESSONS) {
      for (const user_id of USERS) {
        await wire.data('delete_content', { book_id: book, path, user_id });
        const once = await stateOf(book);
        expect(await wire.data('delete_content', { book_id: book, path, user_id })).toMatchObject({ existed: false });
        expect(await stateOf(book)).toEqual(once);
      }
    }
  });

  property(
    'R6: the entries of a file link by hash, over refusals and reads, and the chain of the book holds',
    async (book) => {
      expect(await journal.verifyChain(book)).toMatchObject({ valid: true, breaks: [] });
      const entries = (await auditOf(book)).filter(({ stateChange }) => stateChange);
      const last = new Map<string, string | null>();
      for (const { path, userId, prevHash, newHash } of entries) {
        expect(prevHash).toBe(last.get(`${path} ${userId}`) ?? null);
        last.set(`${path} ${userId}`, newHash);
      }
    },
  );

  property('FR-020, SC-004: every call leaves an entry', async (book, steps) => {
    const entries = await auditOf(book);
    expect(entries).toHaveLength(callsOf(steps));
    for (const entry of entries) {
      expect(entry).toMatchObject({ bookId: book, executionTimeMs: expect.any(Number) });
      expect(entry.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
  });

  property('R7, SC-009: every entry names who it was', async (book) => {
    for (const { agentId } of await auditOf(book)) expect(agentId).toBe('test 1');
  });
});
