/** HTML, also broken HTML, as Markdown: `quartet-mcp/html-to-markdown`. */

import { withFallback } from '../engines/html-to-markdown/fallback.ts';
import { htmlToMarkdown as convert } from '../engines/html-to-markdown/html/convert.ts';

export { statementToMarkdown } from '../engines/html-to-markdown/index.ts';

/** Converts a page or a piece of one, in time linear in its length; never throws, however broken the HTML is. */
export function htmlToMarkdown(html: string): string {
  return withFallback(html, convert);
}
