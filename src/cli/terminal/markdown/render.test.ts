import { describe, expect, it } from 'vitest';
import { painter } from '../../../lib/paint.ts';
import { displayWidth } from '../width.ts';
import { renderMarkdown } from './render.ts';

const plain = (text: string, columns = 40) => renderMarkdown(text, { columns, paint: painter(false) });

describe('Markdown on a terminal', () => {
  it('headings, paragraphs, lists, quotes and code', () => {
    expect(
      plain(
        '# Title\n\nSome *words* with `code` and a [link](https://example.com/x), long enough to go on.\n\n- one\n- two\n  1. nested\n\n> quoted\n\n```sh\nls\t-l\n```\n\n---\n',
      ),
    ).toEqual([
      'Title',
      '═════',
      '',
      'Some words with code and a link',
      '(https://example.com/x), long enough to',
      'go on.',
      '',
      '• one',
      '• two',
      '  1. nested',
      '',
      '│ quoted',
      '',
      '    ls    -l',
      '',
      '─'.repeat(40),
    ]);
  });

  it('tables, formulas and pictures', () => {
    expect(plain('| a | b |\n|---|--:|\n| x | 1 |\n\n$1 \\le n \\le 10$ and ![a map](m.png)')).toEqual([
      'a  b',
      '─  ─',
      'x  1',
      '',
      '1 ≤ n ≤ 10 and [picture: a map]',
    ]);
  });

  it('front matter is left out, and colours are ours alone', () => {
    expect(plain('---\ntitle: x\n---\n\ntext')).toEqual(['text']);
    const coloured = renderMarkdown('**bold** `c`', { columns: 40, paint: painter(true) });
    expect(coloured).toEqual(['\u001b[1mbold\u001b[0m \u001b[36mc\u001b[0m']);
  });

  it.each([
    'a \u001b[31mred',
    '`\u001b]0;title\u0007`',
    '```\n\u001b[2J\n```',
    '| \u009b1m |\n|---|\n| x |',
    '[a](https://x/\u202e)',
  ])('%j steers no terminal', (text) => {
    expect(plain(text).join('')).not.toMatch(/\p{Cc}|\u202e/u);
  });

  it('keeps to the width of the terminal', () => {
    const text = `# ${'wörter '.repeat(20)}\n\n${'日本語 '.repeat(30)}\n\n\`\`\`\n${'x'.repeat(200)}\n\`\`\`\n\n- ${'y'.repeat(90)}`;
    for (const columns of [20, 33, 80]) {
      expect(plain(text, columns).every((line) => displayWidth(line) <= columns)).toBe(true);
    }
  });
});
