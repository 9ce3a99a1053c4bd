import { isAscii, isUtf8 } from 'node:buffer';

/** Files that follow each other, as one: a search then looks through few long texts, not many short ones. */
export interface Page {
  readonly keys: readonly string[];
  /** Where each file begins, and at the end where the last one ends. */
  readonly starts: readonly number[];
  /** Every file ends with LF, unless it is empty. A file may turn out to be no text. */
  readonly bytes: Buffer;
  /** Whether it is known that there is no other file among them. */
  readonly isAllText?: boolean;
}

const LF = 0x0a;

export function pageOf(files: readonly { readonly key: string; readonly bytes: Buffer }[]): Page {
  const parts = files.map(({ bytes }) => (endsLine(bytes) ? bytes : Buffer.concat([bytes, Buffer.of(LF)])));
  const starts = [0];
  for (const part of parts) starts.push((starts.at(-1) as number) + part.length);
  const [only] = parts;
  return { keys: files.map(({ key }) => key), starts, bytes: parts.length === 1 && only ? only : Buffer.concat(parts) };
}

function endsLine(bytes: Buffer): boolean {
  return bytes.length === 0 || bytes[bytes.length - 1] === LF;
}

/** The bytes of one of the files of a page. */
export function fileOf({ bytes, starts }: Page, index: number): Buffer {
  return bytes.subarray(starts[index], starts[index + 1]);
}

/** Whether a file is text: only that is searched. */
export function isText(bytes: Buffer): boolean {
  return (isAscii(bytes) || isUtf8(bytes)) && !bytes.includes(0);
}

/** The text of a file of a page, every line with the same end; undefined when it is no text. */
export function textOf(bytes: Buffer): string | undefined {
  return isText(bytes) ? bytes.toString('utf8').replaceAll('\r\n', '\n') : undefined;
}
