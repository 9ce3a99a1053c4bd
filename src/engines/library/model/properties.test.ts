import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BookFailure } from './failures.ts';
import { assetKey, bookPrefix, contentKey, contentPrefix, keyOf, placeOf, staticPrefix } from './files.ts';
import { ASSET_TYPES, assetPath, bookId, chapterFolder, contentPath, partFolder, userId } from './names.ts';
import { attempt } from './testing/refusals.ts';

const NAME = '[0-9]{2}-[A-Za-z0-9][A-Za-z0-9-]*';
const shapes = {
  lesson: new RegExp(`^content\\/${NAME}\\/${NAME}\\/${NAME}(?:\\.summary)?\\.md$`),
  part: new RegExp(`^content\\/${NAME}$`),
  chapter: new RegExp(`^content\\/${NAME}\\/${NAME}$`),
  asset: /^static\/(img|slides|videos|audio)\/(.+)$/,
};

const runs = { numRuns: 2000 };
const pieces = ['..', '/', '//', '\\', '%2e', '%2F', '%00', '~', 'C:', ' ', '\n', '\0', '.', 'é', 'e\u0301', '\ud800'];
const parts = [
  'content',
  'static',
  'users',
  'img',
  'bob',
  '01-Part',
  '01-Chapter',
  '01-a',
  '.summary',
  '.md',
  '__base__',
];
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.constantFrom(...pieces, ...parts), { maxLength: 14 }).map((list) => list.join('')),
  fc.array(fc.constantFrom(...pieces, ...parts), { maxLength: 8 }).map((list) => list.join('/')),
);
const name = fc.stringMatching(/^[0-9]{2}-[A-Za-z0-9][A-Za-z0-9-]{0,12}$/);
const lesson = fc
  .tuple(name, name, name, fc.constantFrom('.md', '.summary.md'))
  .map(([part, chapter, file, end]) => contentPath(`content/${part}/${chapter}/${file}${end}`));
const book = fc.stringMatching(/^[a-z0-9]{3,9}(?:-[a-z0-9]{1,5}){0,3}$/).map(bookId);
const user = fc
  .stringMatching(/^[a-zA-Z0-9_-]{1,20}$/)
  .filter((text) => text.toLowerCase() !== '__base__')
  .map(userId);
const owner = fc.oneof(user, fc.constant('__base__' as const));
const near = fc.tuple(lesson, hostile, fc.nat(40)).map(([path, text, at]) => path.slice(0, at) + text + path.slice(at));
const anything = fc.oneof(hostile, near, lesson);
const filename = fc.oneof(hostile, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }));

describe('R1: whatever the text, a refusal or a path of the written form below its prefix', () => {
  const one = bookId('one');

  test('content, part, chapter', () => {
    fc.assert(
      fc.property(anything, owner, (text, who) => {
        const path = attempt(() => contentPath(text));
        if (!(path instanceof BookFailure)) {
          expect(path).toMatch(shapes.lesson);
          staysBelow(contentKey(one, path, who), contentPrefix(one, who));
        }
        for (const [make, shape] of [[partFolder, shapes.part] as const, [chapterFolder, shapes.chapter] as const]) {
          const folder = attempt(() => make(text));
          if (folder instanceof BookFailure) continue;
          expect(folder).toMatch(shape);
          staysBelow(`${contentPrefix(one, who)}${folder.slice('content/'.length)}`, contentPrefix(one, who));
        }
      }),
      runs,
    );
  });

  test('assets', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...ASSET_TYPES), hostile), filename, (type, text) => {
        const path = attempt(() => assetPath(type, text));
        if (path instanceof BookFailure) return;
        expect(path).toMatch(shapes.asset);
        expect(path.normalize('NFC')).toBe(path);
        staysBelow(assetKey(one, path), staticPrefix(one));
      }),
      runs,
    );
  });

  test('identifiers are one segment', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const [asBook, asUser] = [attempt(() => bookId(text)), attempt(() => userId(text))];
        if (!(asBook instanceof BookFailure)) expect(bookPrefix(asBook)).toBe(`books/${text}/`);
        if (!(asUser instanceof BookFailure))
          expect(contentPrefix(one, asUser)).toBe(`books/one/users/${text}/content/`);
      }),
      runs,
    );
  });
});

describe('2.8: conversions are inverses', () => {
  test('from names to a key and back', () => {
    fc.assert(
      fc.property(book, lesson, owner, (bookName, path, who) => {
        const place = { bookId: bookName, path, userId: who };
        const key = contentKey(bookName, path, who);
        expect(placeOf(key)).toEqual(place);
        expect(keyOf(place)).toBe(key);
      }),
    );
  });

  test('from any key that has a place to the place and back', () => {
    fc.assert(
      fc.property(fc.constantFrom('books/abc/', 'books/abc/users/bob/', ''), anything, (start, text) => {
        const key = start + text;
        const place = placeOf(key);
        if (!place) return;
        expect(keyOf(place)).toBe(key);
        expect(key.split('/')).not.toContain('..');
        expect(place.path).toMatch(/^(content|static)\//);
      }),
      runs,
    );
  });
});

test('W-01, W-02, R5: no user and path give a key of another user or of the base', () => {
  fc.assert(
    fc.property(book, anything, anything, owner, owner, (bookName, text, other, who, whoElse) => {
      const [mine, theirs] = [attempt(() => contentPath(text)), attempt(() => contentPath(other))];
      if (mine instanceof BookFailure || theirs instanceof BookFailure || who === whoElse) return;
      expect(contentKey(bookName, mine, who)).not.toBe(contentKey(bookName, theirs, whoElse));
      expect(contentKey(bookName, mine, who).startsWith(contentPrefix(bookName, whoElse))).toBe(false);
    }),
    runs,
  );
});

test('W-09: two different asset names never give one key, and a name is never changed', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ASSET_TYPES), filename, filename, (type, a, b) => {
      const [first, second] = [attempt(() => assetPath(type, a)), attempt(() => assetPath(type, b))];
      if (first instanceof BookFailure || second instanceof BookFailure) return;
      expect(first).toBe(`static/${type}/${a}`);
      expect(first === second).toBe(a === b);
      expect(Buffer.from(first).equals(Buffer.from(second))).toBe(a === b);
    }),
    runs,
  );
});

function staysBelow(key: string, prefix: string): void {
  expect(key.startsWith(prefix)).toBe(true);
  const base = 'http://x/root/';
  const resolved = new URL(key.split('/').map(encodeURIComponent).join('/'), base).href;
  expect(resolved.startsWith(`${base}${prefix}`)).toBe(true);
  expect(key).not.toMatch(/\.\.|\\|\/\/|\/$/);
  expect(key).not.toMatch(/\p{Cc}/u);
}
