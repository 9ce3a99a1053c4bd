import { isText } from '../../storage/text-page.ts';

/** The text of a file of a page, every line with the same end; undefined when it is no text. */
export function textOf(bytes: Buffer): string | undefined {
  return isText(bytes) ? bytes.toString('utf8').replaceAll('\r\n', '\n') : undefined;
}
