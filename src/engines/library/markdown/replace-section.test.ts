import { afterAll, describe, expect, it } from 'vitest';
import { BookFailure } from '../model/failures.ts';
import { MarkdownParser } from './markdown-parser.ts';
import { replaceSection } from './replace-section.ts';

const parser = new MarkdownParser();
afterAll(() => parser.close());

const LESSON = '---\ntitle: x\n---\n\n# Tour\n\nHello.\n\n## Setup\n\nOld.\n\n## Use\n\nRun.\n';

/** Edits the section as it was in another version of the lesson; in this one where none is given. */
async function edited(text: string, section: string, content: string, readFrom = text): Promise<string> {
  const hash = (await parser.sections(readFrom)).find(section)?.hash;
  return (await replaceSection(parser, 'lesson.md', text, { section, hash, content })).text;
}

async function refusal(...edit: Parameters<typeof edited>): Promise<unknown> {
  return edited(...edit).then(
    () => undefined,
    (error: BookFailure) => error.data,
  );
}

describe('an edit of a section', () => {
  it('changes its bytes and no others', async () => {
    for (const text of [LESSON, LESSON.trimEnd(), LESSON.replaceAll('\n', '\r\n'), `\ufeff${LESSON}  \n\t`]) {
      const [start, end] = [text.indexOf('## Setup'), text.indexOf('## Use')];
      const content = '## Setup\n\nNew.   \n';
      expect(await edited(text, 'Tour > Setup', content)).toBe(`${text.slice(0, start)}${content}${text.slice(end)}`);
    }
  });

  it('keeps the empty lines at the end when the content has no line break there', async () => {
    expect(await edited(LESSON, 'Setup', '## Setup\n\nNew.')).toBe(LESSON.replace('Old.', 'New.'));
    const crlf = LESSON.replaceAll('\n', '\r\n');
    expect(await edited(crlf, 'Setup', '## Setup\r\n\r\nNew.')).toBe(crlf.replace('Old.', 'New.'));
    expect(await edited('# A\n# B', 'B', '# C')).toBe('# A\n# C');
    expect(await edited('# A\n# B\ntext  \n \n', 'B', '# C')).toBe('# A\n# C\n \n');
  });

  it('may rename the heading, add sections, and add front matter', async () => {
    expect(await edited(LESSON, 'Setup', '## Install\n\n## More')).toContain(
      'Hello.\n\n## Install\n\n## More\n\n## Use',
    );
    expect(await edited('# A\n', 'A', '---\na: 1\n---\n# A\n')).toBe('---\na: 1\n---\n# A\n');
    expect(await edited('text\n\n# A\n', '(start)', '# Title\n')).toBe('# Title\n# A\n');
    expect(await edited(LESSON, '(front matter)', '---\ntitle: y\n---')).toBe(LESSON.replace('x', 'y'));
  });

  it('finds its section after headings were renamed and added around it', async () => {
    const renamed = LESSON.replace('# Tour', '# Journey').replace('## Setup', '## Use\n\nTwin.\n\n## Setup');
    expect(await edited(renamed, 'Tour > Use', '## Use\n\nWalk.\n', LESSON)).toBe(renamed.replace('Run.', 'Walk.'));
  });

  it('meets a conflict when that section has changed, also when another one equals what was read', async () => {
    const twins = '# A\ntodo\n# A\ntodo\n';
    expect(await edited(twins, 'A [2]', '# A\ndone\n')).toBe('# A\ntodo\n# A\ndone\n');
    const first = '# A\ndone\n# A\ntodo\n';
    expect(await edited(first, 'A [2]', '# A\ndone too\n', twins)).toBe('# A\ndone\n# A\ndone too\n');
    expect(await refusal(first, 'A', '# A\nlate\n', twins)).toMatchObject({ code: 'CONFLICT', section: 'A' });
  });

  it('that would change another section is refused', async () => {
    for (const content of [
      'no heading',
      '\n## Setup\n',
      '## Setup\n```\nopen',
      '## Setup\n<!-- open\n',
      '- # in a list\n',
    ]) {
      expect(await refusal(LESSON, 'Setup', content)).toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringMatching(/would change the section ".*"\. Begin it with the heading/),
      });
    }
    expect(await refusal('# A\n\nB\n===\n', 'A', '# A\ntext\n')).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await refusal(LESSON, '(front matter)', '---\ntitle: y\n')).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await refusal('---\na: 1\n---\n# A\n', '(front matter)', 'a: 1\n')).toMatchObject({
      message: 'Front matter begins and ends with a line ---. Send it with both lines.',
    });
  });

  it('after which a name would mean another section is refused', async () => {
    const twins = '# A\ntodo\n# A\ntodo\n# A\ntodo\n';
    expect(await refusal(twins, 'A', '# B\n')).toMatchObject({
      message:
        'After this edit, "A [2]" would mean another section than before. Choose another heading, or write the whole lesson with expected_hash.',
    });
  });
});
