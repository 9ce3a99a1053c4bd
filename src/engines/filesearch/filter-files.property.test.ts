import { lstatSync, readFileSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type Criteria, filterFiles } from './filter-files.ts';
import { Bench, never, pathsOf } from './testing/engine.ts';

const bench = new Bench();
const engines = [bench.engine({ accelerate: false }), bench.engine({ watch: false }), bench.engine()] as const;
afterAll(() => bench.end(), 60_000);

const WORDS = ['tea', 'café', 'draft', 'green', 'Tea', 'green tea'];
const EXTENSIONS = {
  '.md': ['document'],
  '.ts': ['code'],
  '.pdf.txt': ['document'],
  '.png': ['image'],
  '.py': ['code'],
};
const BASE = 1_700_000_000;
const GLOBS: Readonly<Record<string, RegExp>> = {
  '*': /^.*$/s,
  '*.md': /^.*\.md$/s,
  'TEA*': /^tea.*$/is,
  '*{draft,green}*': /^.*(?:draft|green).*$/is,
  '?*.[pt]*': /^.+\.[pt].*$/is,
  '[!t]*': /^[^t].*$/is,
};

const word = fc.constantFrom(...WORDS);
const file = fc.record({
  name: fc
    .tuple(word, fc.nat(20), fc.constantFrom(...Object.keys(EXTENSIONS)))
    .map(([stem, number, extension]) => `${stem} ${number}${extension}`),
  folder: fc.constantFrom('', 'a/', 'a/b/'),
  words: fc.array(word, { maxLength: 6 }),
  padding: fc.constantFrom(0, 10, 500),
  age: fc.nat(3),
});
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const filter = fc.record({
  kind: maybe(fc.constantFrom('document', 'code', 'image', 'pdf')),
  name: maybe(fc.constantFrom(...Object.keys(GLOBS))),
  sinceMs: maybe(fc.nat(4).map((age) => (BASE + age) * 1000)),
  untilMs: maybe(fc.nat(4).map((age) => (BASE + age) * 1000)),
  minSize: maybe(fc.constantFrom(0, 1, 11, 500)),
  maxSize: maybe(fc.constantFrom(0, 10, 499, 10_000)),
  phrases: maybe(fc.array(word, { maxLength: 2 })),
  without: maybe(fc.array(word, { maxLength: 2 })),
});

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/\s+/g, ' ');

/** The plain way to say whether a file is wanted. */
function accepts(path: string, wanted: Criteria): boolean {
  const {
    kind,
    name,
    sinceMs = 0,
    untilMs = Infinity,
    minSize = 0,
    maxSize = Infinity,
    phrases = [],
    without = [],
  } = wanted;
  const { mtimeMs, size } = lstatSync(path);
  const [called, text] = [plain(basename(path)), plain(readFileSync(path, 'utf8'))];
  const kinds = Object.entries(EXTENSIONS).find(([extension]) => path.endsWith(extension))?.[1] ?? [];
  const holds = (said: string) => called.includes(plain(said)) || text.includes(plain(said));
  return (
    (kind === undefined || kinds.includes(kind)) &&
    (name === undefined || (GLOBS[name] as RegExp).test(called)) &&
    mtimeMs >= sinceMs &&
    mtimeMs < untilMs &&
    size >= minSize &&
    size <= maxSize &&
    phrases.every(holds) &&
    !without.some(holds)
  );
}

describe('criteria', () => {
  it('let through exactly what a plain look accepts, in the order of the search without them', {
    timeout: 240_000,
  }, async () => {
    const given = fc.tuple(
      fc.array(file, { minLength: 1, maxLength: 25 }),
      maybe(word),
      fc.array(filter, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 40 }),
    );
    await fc.assert(
      fc.asyncProperty(given, async ([files, query, filters, limit]) => {
        const scope = bench.folder(
          Object.fromEntries(
            files.map(({ folder, name, words, padding }) => [folder + name, words.join(' ') + '.'.repeat(padding)]),
          ),
        );
        for (const { folder, name, age } of files) utimesSync(join(scope, folder + name), BASE + age, BASE + age);
        const all = { scope, limit: 1000, signal: never };
        for (const engine of engines) {
          for (const wanted of filters as Criteria[]) {
            const unfiltered = pathsOf(await filterFiles(engine, { query }, all));
            const expected = unfiltered.filter((path) => accepts(path, wanted));
            const found = await filterFiles(engine, { query, ...wanted }, { ...all, limit });
            const paths = pathsOf(found);
            expect({ wanted, paths: paths.slice(0, expected.length) }).toEqual({
              wanted,
              paths: expected.slice(0, limit),
            });
            // Where criteria leave fewer than five files with both words, those with one are told too.
            const withOne = paths.slice(expected.length);
            if (withOne.length === 0) expect(found.truncated).toBe(expected.length > limit);
            else expect([query, expected.length < 5]).toEqual(['green tea', true]);
            for (const path of withOne) {
              expect(unfiltered).not.toContain(path);
              expect(accepts(path, wanted)).toBe(true);
            }
          }
        }
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });
});
