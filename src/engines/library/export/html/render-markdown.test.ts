import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { expect, it } from 'vitest';
import { lessonFacts } from '../book/lesson-facts.ts';
import { renderLesson } from './render-markdown.ts';

const nowhere = { hrefOf: () => undefined, pictureOf: () => undefined };
const render = (text: string) => renderLesson(text, { ...nowhere, anchors: lessonFacts(text).anchors });

/** What keeps a text from being well-formed XML. */
function faults(markup: string): string[] {
  const found: string[] = [];
  let opened = 0;
  const parser = new Parser(
    {
      onopentag: () => void opened++,
      onerror: (error) => found.push(error.message),
      oncomment: () => found.push('a comment'),
      onprocessinginstruction: (name) => found.push(name),
    },
    { xmlMode: true },
  );
  parser.end(markup);
  const tags = [...markup.matchAll(/<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g)];
  const open: string[] = [];
  for (const [, close, name = '', , empty] of tags) {
    if (close === '/' && open.pop() !== name) found.push(`stray /${name}`);
    if (close === '' && empty === '') open.push(name);
  }
  if (tags.filter(([, close]) => close === '').length !== opened) found.push('tags that another parser sees');
  if (open.length > 0) found.push(`open ${open.join(' ')}`);
  const rest = tags.reduce((text, [tag]) => text.replace(tag, ''), markup);
  if (/[<>]/.test(rest)) found.push('a bare angle bracket');
  if (/&(?!(?:amp|lt|gt|quot|#x27|#39);)/.test(markup)) found.push('a bare ampersand');
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(markup)) found.push('a forbidden character');
  return found;
}

const PIECES = [
  '# |## A\n|- |1. |> |\n|\n\n|    |```|```js\n|~~~|`|**|_|~~|[|]|](|)|![|\\|{| |a|word |[x]: y\n|---\n',
  '<b>|</p>|<!--|-->|<![CDATA[|<?x|&amp;|&#12;|&#x1;|&|"|\'|<|>|\u0000|\u000b|\ud800|\ufffe',
  '$|$$|$x<y$|$$\n\\frac{a}{b}\n$$|\\bmod|\\text{|}|https://x.y|javascript:x',
].flatMap((list) => list.split('|'));
const pieces = fc.constantFrom(...PIECES, '| a | b |\n|--|:-:|\n| c | d |\n');

it('for any text, what comes out is well-formed, and no tag of the text is one', async () => {
  const text = fc.array(fc.oneof({ weight: 4, arbitrary: pieces }, fc.string({ unit: 'binary' })), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(text, async (parts) => {
      const markup = await render(parts.join(''));
      expect(faults(markup)).toEqual([]);
      expect(markup).not.toMatch(/<(?:b|script|iframe|object|style|link|meta|base|form|input)\b/);
    }),
    { numRuns: 1000 },
  );
});

it('raw HTML is shown as it was written, and links that run something are none', async () => {
  const markup = await render(
    '<script>alert(1)</script>\n\n<img src=x onerror=y>\n\n[a](javascript:b) [c](data:text/html,d)\n',
  );
  expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(markup).not.toMatch(/<(?:a|img|script)\b/);
});

it('formulas become MathML that other readers than browsers take; others stay as they were written', async () => {
  expect(await render('$a \\bmod b$')).toMatch(/<math[^>]*>.*<mo[^>]*>mod<\/mo>.*<\/math>/);
  expect(await render('$a \\stackrel{!}{=} b$')).not.toMatch(/<mo\b[^>]*><m/);
  expect(await render('$\\tag{1} x$')).not.toContain('width=');
  expect(await render('$\\unknown<$')).toBe('<p><code class="maths">\\unknown&lt;</code></p>\n');
  expect(await render('$\\href{javascript:a}{b}$')).not.toContain('href="');
});

it('code gets colours, tables the sides of their columns, headings their names, and no style is inline', async () => {
  const markup = await render('# Top\n\n# Top\n\n```js\nconst a = "<b>";\n```\n\n| a |\n|--:|\n| 1 |\n');
  expect(markup).toContain('<h1 id="top">Top</h1>\n<h1 id="top-1">');
  expect(markup).toContain('<span class="token keyword">const</span>');
  expect(markup).toContain('&quot;&lt;b&gt;&quot;');
  expect(markup).toContain('<td class="align-right">1</td>');
  expect(markup).not.toContain('style=');
});

it('a text that is too long to be taken apart is shown as it was written', async () => {
  const markup = await render(`---\ntitle: x\n---\n# ${'<&>'.repeat(400_000)}`);
  expect(markup.slice(0, 40)).toBe('<pre class="plain"># &lt;&amp;&gt;&lt;&a');
});
