import { Document } from './document.ts';
import { HANDLERS } from './handlers.ts';
import { escapeStrayAngles } from './stray.ts';
import { tokenize } from './tokens.ts';

/** Converts an HTML document to Markdown, in one pass and without recursion. */
export function htmlToMarkdown(html: string): string {
  const document = new Document(HANDLERS);
  tokenize(escapeStrayAngles(html), document);
  return document.finish();
}
