import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookTitle, isLesson, lessonOf, markdownFor, readable, resolve } from './paths.ts';

const HERE = 'content/01-Start/02-More/03-here.md';

describe('names', () => {
  it.each([
    ['01-Basics', '1 Basics'],
    ['01-what-it-is.md', '1 What it is'],
    ['10-end.summary.md', '10 End'],
    ['README.md', 'README.md'],
    ['00-Docs', '0 Docs'],
  ])('%s is shown as %s', (name, shown) => expect(readable(name)).toBe(shown));

  it('a book is shown by its words', () => expect(bookTitle('quartet-tour')).toBe('Quartet tour'));

  it('what is invisible or turns the direction of text is seen', () => {
    expect(readable('a\u202Egnp.exe')).toBe('a‹202E›gnp.exe');
    expect(bookTitle('a\u200Bb')).toBe('A‹200B›b');
  });

  it.each([
    [HERE, true],
    ['content/01-Start/02-More/03-here.summary.md', true],
    ['content/01-Start/README.md', false],
    ['content/01-Start/02-More/here.md', false],
    [`content/01-Start/02-More/03-${'a'.repeat(260)}.md`, false],
  ])('%s is a lesson: %s', (path, is) => expect(isLesson(path)).toBe(is));

  it('a summary is about its lesson', () => {
    expect(lessonOf('content/01-A/01-B/01-c.summary.md')).toBe('content/01-A/01-B/01-c.md');
  });
});

describe('links', () => {
  const lesson = (path: string, anchor = '') => ({ kind: 'lesson', path: `content/01-Start/${path}`, anchor });
  it.each([
    ['04-next.md', lesson('02-More/04-next.md')],
    ['./04-next', lesson('02-More/04-next.md')],
    ['../01-First/01-a.md#the%20end', lesson('01-First/01-a.md', 'the end')],
    ['#here', lesson('02-More/03-here.md', 'here')],
    ['/docs/01-Start/01-First/01-a', lesson('01-First/01-a.md')],
    ['../../../static/img/a%20b.png', { kind: 'asset', type: 'img', filename: 'a b.png' }],
    ['/img/x/y.png', { kind: 'asset', type: 'img', filename: 'x/y.png' }],
    ['/slides/x.pdf?page=2', { kind: 'asset', type: 'slides', filename: 'x.pdf' }],
  ])('%s leads into the book', (href, target) => expect(resolve(HERE, href)).toEqual(target));

  it.each([
    'https://example.com/04-next.md',
    '//example.com/img/x.png',
    '\\\\example.com\\x.md',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//content/01-A/01-B/01-c.md',
    'data:text/html,x',
    'file:///etc/passwd',
    '../../../../static/img/a.png',
    '../../../static/secrets/a.png',
    '../../../static/img',
    'notes.txt',
    '%E0%A4%A',
  ])('%s leads nowhere in the book', (href) => expect(resolve(HERE, href)).toBeUndefined());

  it('for any name, the Markdown of an asset leads back to it', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^\.|[/\\\p{Cc}]/u.test(text));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), (names) => {
        const filename = names.join('/');
        const address = /\]\((.*)\)$/.exec(markdownFor('img', filename))?.[1] ?? '';
        expect(resolve(HERE, address)).toEqual({ kind: 'asset', type: 'img', filename });
        expect(address).not.toMatch(/[\s()<>]/);
      }),
    );
  });

  it('for any link at all, what is found is a lesson or an asset of the book', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (href) => {
        const target = resolve(HERE, href);
        if (target?.kind === 'lesson') expect(isLesson(target.path)).toBe(true);
        if (target?.kind === 'asset') expect(target.filename).not.toMatch(/(^|\/)\.\.?(\/|$)/);
      }),
    );
  });
});
