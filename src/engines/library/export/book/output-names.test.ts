import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OutputNames } from './output-names.ts';

it('names that every system takes stay as they are', () => {
  const names = new OutputNames();
  expect(names.fileFor('content/01-Part/01-Chapter/01-lesson.md', '.html')).toBe(
    'content/01-Part/01-Chapter/01-lesson.html',
  );
  expect(names.fileFor('static/img/a b ü.png')).toBe('static/img/a b ü.png');
});

it('for any files of a book, names are safe and no two are the same, whatever the system makes of their case', () => {
  const name = fc.oneof(
    fc.constantFrom(
      'con',
      'NUL.md',
      'a.md',
      'A.md',
      'a:b.md',
      'a?b.md',
      'x. ',
      '..',
      'é.md',
      'e\u0301.md',
      'aux',
      '-',
      `${'x'.repeat(254)}.md`,
    ),
    fc.string({ minLength: 1 }).filter((text) => !text.includes('/')),
  );
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 30 }), (paths) => {
      const names = new OutputNames();
      const made = paths.map((one) => names.fileFor(one));
      expect(new Set(made.map((one) => one.normalize('NFC').toLowerCase())).size).toBe(paths.length);
      expect(paths.map((one) => names.fileFor(one))).toEqual(made);
      for (const part of made.flatMap((one) => one.split('/'))) {
        expect(part).not.toMatch(/[<>:"|?*\\\p{Cc}]|^[. ]|[. ]$|^$/u);
        expect(part).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
      }
    }),
  );
});
