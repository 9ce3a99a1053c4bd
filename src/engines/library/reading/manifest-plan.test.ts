import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Library } from '../commit/library.ts';
import { manifestHash } from '../journal/manifest.ts';
import { BASE } from '../model/file-key.ts';
import { lesson, sha256 } from '../model/files.ts';
import { type BookId, bookId, contentPath, type Owner, userId } from '../model/names.ts';
import { closeLibrary, openLibrary, temporaryFolder } from '../testing/library.ts';
import { heldManifest, manifestPath } from './held-manifest.ts';
import { type PlanPosition, planOf } from './manifest-plan.ts';

const actor = { agentId: 'ada', operation: 'write_content' };
const ann = userId('ann');
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let library: Library;
let books = 0;

beforeAll(async () => {
  folder = await temporaryFolder();
  library = await openLibrary(folder.root);
});
afterAll(async () => {
  await closeLibrary(library);
  await folder.remove();
});

/** What a book holds: texts by the path in its manifest. */
type State = Record<string, string>;

const path = (number: number) => `content/01-Part/01-Chapter/${10 + number}-lesson.md`;
const texts = fc.constantFrom('one', 'two', 'three');
const anyState = fc.dictionary(fc.nat({ max: 9 }).map(path), texts, { maxKeys: 10 });
const anyOwnState = fc.dictionary(
  fc.nat({ max: 9 }).map((number) => `users/ann/${path(number)}`),
  texts,
  { maxKeys: 4 },
);

async function bookWith(state: State): Promise<BookId> {
  const book = bookId(`plan-${++books}`);
  for (const [place, text] of Object.entries(state)) {
    const own = place.startsWith('users/ann/');
    const file = lesson(book, contentPath(place.replace('users/ann/', '')), own ? ann : BASE);
    await library.put(file, Buffer.from(text), actor);
  }
  return book;
}

const manifestOf = (state: State) =>
  Object.entries(state)
    .map(([place, text]) => `${place}:${sha256(text)}`)
    .join('\n');

/** All pages of a plan. */
async function planned(book: BookId, user: Owner, manifest: string, room = 100_000) {
  const held = await heldManifest(manifest, user);
  const telling = { withContent: false, admit: async () => {}, room };
  const [changed, deleted]: [Changed[], Deleted[]] = [[], []];
  for (let from: PlanPosition | undefined, pages = 1; ; pages++) {
    const { delta, next } = await planOf(library, book, user, held, telling, from);
    changed.push(...delta.changed_files);
    deleted.push(...delta.deleted_files);
    if (next === undefined) return { ...delta, changed, deleted, pages };
    from = next;
  }
}

type Plan = Awaited<ReturnType<typeof planOf>>['delta'];
type Changed = Plan['changed_files'][number];
type Deleted = Plan['deleted_files'][number];

const placeOf = ({ path, namespace }: Deleted) => manifestPath({ path, userId: namespace === 'base' ? BASE : ann });

function applied(held: State, { changed, deleted }: { changed: Changed[]; deleted: Deleted[] }) {
  const hashes = new Map(Object.entries(held).map(([place, text]) => [place, sha256(text)]));
  for (const file of changed) hashes.set(placeOf(file), file.sha256);
  for (const file of deleted) hashes.delete(placeOf(file));
  return Object.fromEntries(hashes);
}

const hashesOf = (state: State): State =>
  Object.fromEntries(Object.entries(state).map(([place, text]) => [place, sha256(text)]));

describe('what differs from a manifest', () => {
  it('for any two states of a book, the answer makes the second out of the first, and names nothing else', async () => {
    const room = fc.constantFrom(100, 500, 100_000);
    await fc.assert(
      fc.asyncProperty(anyState, anyState, room, async (held, there, bytes) => {
        const book = await bookWith(there);
        const plan = await planned(book, BASE, manifestOf(held), bytes);
        expect(applied(held, plan)).toEqual(hashesOf(there));
        const places = [...plan.changed, ...plan.deleted].map(placeOf);
        expect(new Set(places).size).toBe(places.length);
        expect(places.filter((place) => held[place] === there[place])).toEqual([]);
        const hashes = hashesOf(there);
        const rows = Object.keys(hashes)
          .sort()
          .map((path) => ({ path, sha256: hashes[path] ?? '' }));
        expect(plan.manifest_hash).toBe(await manifestHash(rows));
        if (bytes === 100) expect(plan.pages).toBe(Math.max(1, places.length));
      }),
      { numRuns: 40 },
    );
  });

  it('for any two states with a user’s own versions, the same', async () => {
    await fc.assert(
      fc.asyncProperty(anyState, anyOwnState, anyState, anyOwnState, async (held, own, there, ownThere) => {
        const book = await bookWith({ ...there, ...ownThere });
        const plan = await planned(book, ann, manifestOf({ ...held, ...own }), 500);
        expect(applied({ ...held, ...own }, plan)).toEqual(hashesOf({ ...there, ...ownThere }));
      }),
      { numRuns: 20 },
    );
  });

  it('is nothing for the current hash, and everything, with a warning, for another', async () => {
    const state = { [path(1)]: 'one', [path(2)]: 'two' };
    const book = await bookWith(state);
    const current = await library.journal.manifest(book);
    const same = await planned(book, BASE, current);
    expect(same).toMatchObject({ status: 'unchanged', changed: [], deleted: [], manifest_hash: current });
    expect(same).not.toHaveProperty('warning');
    const all = await planned(book, BASE, sha256('another state'));
    expect(all).toMatchObject({
      status: 'changed',
      manifest_hash: current,
      warning: expect.stringMatching(/all files/),
    });
    expect(applied({}, all)).toEqual(hashesOf(state));
    expect(await planned(bookId('no-such-book'), BASE, sha256(''))).toMatchObject({ status: 'unchanged' });
  });

  it('of a hash, which is about shared files, names all own versions', async () => {
    const own = { [`users/ann/${path(1)}`]: 'mine' };
    const book = await bookWith({ [path(1)]: 'one', ...own });
    const plan = await planned(book, ann, await library.journal.manifest(book));
    expect(applied({}, plan)).toEqual(hashesOf(own));
  });

  it('goes on with next_since without missing what happened between its pages', async () => {
    const book = await bookWith({ [path(1)]: 'one', [path(2)]: 'two' });
    const telling = { withContent: false, admit: async () => {}, room: 100 };
    const held = await heldManifest('', BASE);
    const first = await planOf(library, book, BASE, held, telling);
    await library.put(lesson(book, contentPath(path(1)), BASE), Buffer.from('newer'), actor);
    const second = await planOf(library, book, BASE, held, telling, first.next);
    const { changed } = await library.journal.changesSince(book, [BASE], second.delta.next_since);
    expect(changed.map((row) => row.path)).toEqual([path(1)]);
  });
});

it.each([
  ['a line that is none', `${path(1)}:${sha256('')}\nnonsense`, /Line 2 is not path:sha256.*nonsense/],
  ['upper case', `${path(1)}:${sha256('').toUpperCase()}`, /Line 1 is not/],
  ['an empty line in between', `a:${sha256('')}\n\nb:${sha256('')}`, /Line 2 is not/],
  ['a path twice', `a:${sha256('')}\na:${sha256('1')}`, /Line 2 names a a second time/],
  ['versions of somebody else', `users/bob/content/a.md:${sha256('')}`, /Line 1 names a version of the user bob/],
  ['too much', 'x'.repeat(4 * 1024 * 1024), /4194304 bytes, and at most 3145728/],
])('%s is refused with its line', async (_, text, sentence) => {
  await expect(heldManifest(text, ann)).rejects.toThrow(sentence);
});

it('a manifest may end with a line break, be empty, and name paths with colons', async () => {
  const line = `static/img/a:b.png:${sha256('')}`;
  expect(await heldManifest(`${line}\n`, BASE)).toEqual({ files: new Map([['static/img/a:b.png', sha256('')]]) });
  expect(await heldManifest('', BASE)).toEqual({ files: new Map() });
});
