import { isUtf8 } from 'node:buffer';

/** The texts of files that follow each other, as one: a search then looks through few long texts, not many short ones. */
export interface Page {
  readonly keys: readonly string[];
  /** Where each file begins, and at the end where the last one ends. */
  readonly starts: readonly number[];
  /** Lines end with LF, also the last one of each file. */
  readonly text: string;
}

/** A page of texts as `textOf` gives them. */
export function pageOf(files: readonly { readonly key: string; readonly text: string }[]): Page {
  const starts = [0];
  for (const { text } of files) starts.push((starts.at(-1) ?? 0) + text.length);
  return { keys: files.map(({ key }) => key), starts, text: files.map(({ text }) => text).join('') };
}

/** The text of a file, every line with the same end; undefined when it is no text. */
export function textOf(bytes: Buffer): string | undefined {
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined;
  const text = bytes.toString('utf8').replaceAll('\r\n', '\n');
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
