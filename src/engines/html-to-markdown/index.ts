import { detectMarkup } from './detect.ts';
import { withFallback } from './fallback.ts';
import { htmlToMarkdown } from './html/convert.ts';
import { Memo } from './memo.ts';
import { rewriteStrayTags } from './mixed.ts';

const NO_DESCRIPTION = 'No description available.';
const memo = new Memo(256, 8 * 1024 * 1024);

/** The Markdown of a problem's statement, in Chinese when there is no other; never fails, never blank (R55-R59). */
export function statementToMarkdown(content: string | null | undefined, contentCn?: string | null): string {
  return toMarkdown(content) || toMarkdown(contentCn) || NO_DESCRIPTION;
}

function toMarkdown(content: string | null | undefined): string {
  if (content === null || content === undefined || content.trim() === '') return '';
  // Without a tag there is nothing to do, and nothing to remember.
  return content.includes('<') ? memo.get(content, convert) : content;
}

function convert(content: string): string {
  return withFallback(content, (text) => {
    const markup = detectMarkup(text);
    if (markup === 'markdown') return text;
    return markup === 'mixed' ? rewriteStrayTags(text) : htmlToMarkdown(text);
  });
}
