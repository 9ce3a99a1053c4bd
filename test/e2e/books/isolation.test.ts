import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unzip } from '../../../src/engines/library/archive/testing/unzip.ts';
import { sha256 } from '../../../src/engines/library/model/files.ts';
import { groundOf } from '../../harness/books/ground.ts';
import { times } from '../../harness/books/setup.ts';
import { type Result, Wire } from '../../harness/books/wire.ts';
import { dataOf } from '../../harness/result-data.ts';

/** One name begins like the other; nobody is a reader without a name. */
const USERS = ['ann', 'ann-2'] as const;
const READERS = [...USERS, undefined];
const SHARED = ['content/01-Part/01-Chapter/01-a.md', 'content/01-Part/01-Chapter/02-b.md'];
const root = mkdtempSync(join(tmpdir(), 'quartet-isolation-'));
const ground = groundOf(root);
let wire: Wire;
let books = 0;

beforeAll(async () => {
  wire = await Wire.books(root, { QUARTET_EXTRAS: '1' });
});

afterAll(async () => {
  await wire.end();
  rmSync(root, { recursive: true });
});

type User = (typeof USERS)[number] | undefined;
type Step = { do: 'write' | 'delete' | 'look'; user: User; lesson: number; right: boolean };

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('write', 'write', 'write', 'delete', 'look'),
  user: fc.constantFrom(...READERS),
  lesson: fc.nat({ max: 2 }),
  right: fc.boolean(),
});

/** The third lesson exists for its owner alone, so its very path is private. */
function pathFor(lesson: number, user: User): string {
  return SHARED[lesson] ?? `content/02-Part/01-Chapter/01-only-${user ?? 'shared'}-here.md`;
}

function marker(user: User): string {
  return `<<${user ?? 'shared'}>>`;
}

/** What must never be in an answer to a reader. */
function secretsFrom(reader: User): string[] {
  const others = USERS.filter((user) => user !== reader);
  return others.flatMap((user) => [marker(user), `users/${user}/`, `only-${user}-here`, `"${user}"`]);
}

class Story {
  readonly book = `iso-${++books}`;
  readonly texts = new Map<string, string>();
  readonly leaks: string[] = [];
  #written = 0;

  async run(steps: readonly Step[]): Promise<void> {
    for (const { do: what, user, lesson, right } of steps) {
      const path = pathFor(lesson, user);
      if (what === 'write') await this.#write(user, path, right);
      else if (what === 'delete') await this.#delete(user, path);
      else await this.#look(user);
    }
    for (const reader of READERS) await this.#look(reader);
  }

  async #write(user: User, path: string, right: boolean): Promise<void> {
    const key = `${user} ${path}`;
    const old = this.texts.get(key);
    const content = `${marker(user)} number ${++this.#written}\n`;
    const expected_hash = right && old !== undefined ? sha256(Buffer.from(old)) : undefined;
    const { isError } = await this.#ask(user, 'write_content', { path, user_id: user, content, expected_hash });
    expect(isError ?? false).toBe(old !== undefined && !right);
    if (!isError) this.texts.set(key, content);
  }

  async #delete(user: User, path: string): Promise<void> {
    const { structuredContent } = await this.#ask(user, 'delete_content', { path, user_id: user });
    expect(structuredContent?.existed).toBe(this.texts.delete(`${user} ${path}`));
  }

  /** Asks everything that a reader can ask. */
  async #look(user: User): Promise<void> {
    for (const path of [...SHARED, ...READERS.map((owner) => pathFor(2, owner))]) await this.#read(user, path);
    const folders = { chapter: 'content/01-Part/01-Chapter', part: 'content/02-Part', book: 'content' };
    for (const [scope, path] of Object.entries(folders)) {
      await this.#ask(user, 'read_content', { path, scope, user_id: user });
    }
    const since = '2020-01-01T00:00:00Z';
    await this.#ask(user, 'delta_build', { since, include_content: true, user_id: user });
    await this.#ask(undefined, 'delta_build', { since, include_content: true });
    for (const all_books of [false, true]) {
      await this.#ask(undefined, 'glob_search', { pattern: '**', all_books });
      await this.#ask(undefined, 'glob_search', { pattern: `users/*/**`, all_books });
      await this.#ask(undefined, 'grep_search', { pattern: '<<|number', all_books, max_results: 1000 });
    }
    await this.#ask(undefined, 'validate_book', {});
    await this.#ask(undefined, 'list_assets', {});
    // Paths that somebody has only guessed are in the log as well.
    const guesses = READERS.map((owner) => pathFor(2, owner));
    for (const whose of [user, undefined])
      await this.#ask(user, 'audit_trail', { user_id: whose, limit: 200 }, guesses);
    await this.#archive();
  }

  /** R5: a user's own text if there is one, else everybody's. */
  async #read(user: User, path: string): Promise<void> {
    const own = user && this.texts.get(`${user} ${path}`);
    const text = own ?? this.texts.get(`undefined ${path}`);
    // The path was the reader's own guess, so a refusal may repeat it.
    const read = await this.#ask(user, 'read_content', { path, user_id: user }, [path]);
    const source = own === undefined ? 'base' : 'overlay';
    expect(dataOf(read)).toMatchObject(text === undefined ? { code: 'NOT_FOUND' } : { content: text, source });
  }

  async #archive(): Promise<void> {
    const { structuredContent, isError } = await this.#ask(undefined, 'get_book_archive', {});
    if (isError) return;
    const file = join(root, 'fetched.zip');
    writeFileSync(file, await ground.fetch(structuredContent?.archive_url));
    const members = await unzip(file);
    const shown = [...members].map(([name, { text }]) => `${name} ${text}`).join('\n');
    this.#inspect(undefined, 'archive', shown, []);
    expect(members.size).toBe([...this.texts.keys()].filter((key) => key.startsWith('undefined ')).length);
  }

  async #ask(user: User, tool: string, args: object, told: string[] = []): Promise<Result> {
    const result = await wire.result(tool, { book_id: this.book, ...args });
    this.#inspect(user, tool, JSON.stringify(dataOf(result)), told);
    this.#inspect(user, tool, result.content.map(({ text }) => text).join('\n'), told);
    return result;
  }

  #inspect(user: User, tool: string, shown: string, told: string[]): void {
    const text = told.reduce((rest, one) => rest.replaceAll(one, ''), shown);
    const found = secretsFrom(user).filter((secret) => text.includes(secret));
    if (found.length > 0) this.leaks.push(`${tool} shows ${user ?? 'nobody'} ${found.join(', ')}: ${shown}`);
  }
}

it('R5: whatever was done, nobody is shown the text, the path or the name of another', {
  timeout: 120_000,
}, async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 15 }), async (steps) => {
    const story = new Story();
    await story.run(steps);
    expect(story.leaks).toEqual([]);
  });
  await fc.assert(property, { numRuns: times(25) });
});
