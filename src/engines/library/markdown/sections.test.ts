import { afterAll, describe, expect, it } from 'vitest';
import { MarkdownParser } from './markdown-parser.ts';

const parser = new MarkdownParser();
afterAll(() => parser.close());

async function outline(text: string): Promise<string[]> {
  const { all } = await parser.sections(text);
  return all.map(({ name, firstLine, lastLine }) => `${firstLine + 1}-${lastLine + 1} ${name}`);
}

describe('sections', () => {
  it('are named by the headings above them and end at the next heading', async () => {
    const text = '---\ntitle: x\n---\n\nHello.\n\n# Tour\n\nText.\n## Setup\n### Windows\nx\n### Linux\n## Use\n';
    expect(await outline(text)).toEqual([
      '1-3 (front matter)',
      '4-6 (start)',
      '7-9 Tour',
      '10-10 Tour > Setup',
      '11-12 Tour > Setup > Windows',
      '13-13 Tour > Setup > Linux',
      '14-14 Tour > Use',
    ]);
  });

  it('have names of their own, whatever the headings say', async () => {
    const text = '# A\n# A [2]\n# A\n## B\n# A > B\n# A [3]\n## B\n#\n# ##\n';
    expect(await outline(text)).toEqual([
      '1-1 A',
      '2-2 A [2]',
      '3-3 A [3]',
      '4-4 A [3] > B',
      '5-5 A > B',
      '6-6 A [3] [2]',
      '7-7 A [3] [2] > B',
      '8-8 (no title)',
      '9-9 (no title) [2]',
    ]);
  });

  it('begin only where CommonMark sees a heading that is in no other block', async () => {
    const text = [
      'Over two',
      'lines',
      '===',
      '',
      '```md',
      '# fenced',
      '```',
      '> # quoted',
      '',
      '- # in a list',
      '',
      '  # still in the list',
      '',
      '    # indented',
      '',
      '<!--',
      '# commented out',
      '-->',
      '<div>',
      '# in HTML',
      '',
      '#hashtag',
      '####### seven',
      '\\# escaped',
      '',
      'a | b',
      '--|--',
      'c | d',
      '===',
      '',
      '   ## `Code` & *more* ##  ',
    ].join('\n');
    expect(await outline(text)).toEqual(['1-30 Over two lines', '31-31 Over two lines > `Code` & *more*']);
  });

  it('know all line endings, and front matter only at the very start and with an end', async () => {
    expect(await outline('\ufeff---\r\na: 1\r\n---  \r\n# A\r\n\r\n# B')).toEqual([
      '1-3 (front matter)',
      '4-5 A',
      '6-6 B',
    ]);
    expect(await outline('---\r---\r# A\rtext\r# B\r')).toEqual(['1-2 (front matter)', '3-4 A', '5-5 B']);
    expect(await outline('\n---\na: 1\n---\n')).toEqual(['1-2 (start)', '3-4 a: 1']);
    expect(await outline('---\na: 1\n# A\n')).toEqual(['1-2 (start)', '3-3 A']);
    expect(await outline('---\na: 1\n---')).toEqual(['1-3 (front matter)']);
    expect(await outline('')).toEqual([]);
    expect(await outline('\ufeff')).toEqual([]);
    expect(await outline('\u2028# A\u2028\f\n# B\0')).toEqual(['1-1 (start)', '2-2 B\ufffd']);
  });

  it('are found by the end of a name that only one has', async () => {
    const sections = await parser.sections('# Tour\n## Setup\n### Windows\n## Use\n### Windows\n');
    expect(sections.find('Setup')?.name).toBe('Tour > Setup');
    expect(sections.find('Setup > Windows')?.name).toBe('Tour > Setup > Windows');
    expect(sections.find('Windows')).toBeUndefined();
    expect(sections.find('our')).toBeUndefined();
  });

  it('of a text that is too long or too much are refused', async () => {
    const refusal = (text: string) => parser.sections(text).catch((error: Error) => error.message);
    expect(await refusal('x'.repeat(1_000_001))).toContain('more than 1000000 characters');
    expect(await refusal('# x\n'.repeat(5001))).toContain('more than 5000 headings');
    const long = await parser.sections(`# ${'x'.repeat(199)}\u{1f600}y\n## z`);
    expect(long.all[1]?.name).toBe(`${'x'.repeat(199)}… > z`);
  });

  it('of a text on which the parser stops are refused, and the next text gets a new one', async () => {
    const impatient = new MarkdownParser({ timeLimitMs: 1 });
    await expect(impatient.sections('# x\n'.repeat(5000))).rejects.toThrow('takes too long');
    await impatient.close();
    await expect(impatient.sections('# x')).rejects.toThrow('Try again');
  });
});
