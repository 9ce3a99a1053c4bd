import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lessonFacts } from '../book/lesson-facts.ts';
import { rewriteLinks } from './rewrite-links.ts';

const changes = new Map([
  ['/img/a.png', '../static/img/a.png'],
  ['b%20c.md', '../b%20c.md'],
]);

it('changes addresses in links, pictures and definitions, and nothing else', () => {
  const text = '# T\r\n\n![p](/img/a.png "t") [l](<b c.md>) [r][d]\n\n`](/other)`\n\n[d]: /img/a.png\n';
  expect(rewriteLinks(text, changes)).toBe(
    '# T\r\n\n![p](../static/img/a.png "t") [l](../b%20c.md) [r][d]\n\n`](/other)`\n\n[d]: ../static/img/a.png\n',
  );
});

it('leaves code alone', () => {
  const text = '```\n![p](/img/a.png)\n```\n\n![p](/img/a.png)\n';
  expect(rewriteLinks(text, changes)).toBe('```\n![p](/img/a.png)\n```\n\n![p](../static/img/a.png)\n');
});

it('gives up where more than addresses would change', () => {
  expect(rewriteLinks('`![p](/img/a.png)`\n', changes)).toBeUndefined();
});

it('for any text, the addresses are the new ones, or nothing is changed', () => {
  const part = fc.constantFrom(
    '![p](/img/a.png)',
    '[l](<b c.md>)',
    '[x](y.md)',
    '`',
    '```\n',
    '\n',
    '[d]: /img/a.png\n',
    '[d]',
    '> ',
    '- ',
    'w ',
    '\\',
    '](',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const text = parts.join('');
      const made = rewriteLinks(text, changes);
      if (made === undefined) return;
      const expected = lessonFacts(text).addresses.map((address) => changes.get(address) ?? address);
      expect(new Set(lessonFacts(made).addresses)).toEqual(new Set(expected));
    }),
  );
});
