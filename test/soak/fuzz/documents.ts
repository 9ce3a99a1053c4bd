import { LIMITS } from '../../../src/engines/filesearch/documents/limits.ts';
import { documentText } from '../../../src/engines/filesearch/documents/text.ts';
import { documentFormat } from '../../../src/engines/filesearch/types/document-format.ts';
import { damagedBytes } from './mutate.ts';
import { sampleFile } from './sample-files.ts';
import { mustHold, type Sort } from './sort.ts';

export interface DamagedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The texts of damaged files: a reader gives a text, or rejects since the file is broken. */
export const documents: Sort<DamagedFile> = {
  make: (random) => {
    const { extension, bytes } = sampleFile(random);
    return { name: `a.${extension}`, bytes: damagedBytes(bytes, random) };
  },
  async run({ name, bytes }) {
    const format = documentFormat(name);
    if (format === undefined) throw new Error(`${name} has no format`);
    try {
      const text = await documentText(format, bytes);
      mustHold(typeof text === 'string' && text.length <= LIMITS.characters, 'a text is bounded');
    } catch (error) {
      if (isBug(error)) throw error;
    }
  },
  show: shownFile,
  forgives: isOfLibrary,
};

/** A broken file is refused with an error of any kind; but no reader of our own trips over its own feet. */
export function isBug(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'WrongAnswer') return true;
  const isTooDeep = error instanceof RangeError && /call stack|string length|array length/.test(error.message);
  const isSlip = (error instanceof TypeError || error instanceof ReferenceError) && !('code' in error);
  return isTooDeep || (isSlip && !isOfLibrary(error));
}

/** Thrown by the code of a package: its frame comes first. */
export function isOfLibrary(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const frame = error.stack?.split('\n').find((line) => /^\s+at .*file:|^\s+at .*\//.test(line)) ?? '';
  return /node_modules\/(?!\.)/.test(frame);
}

export function shownFile({ name, bytes }: DamagedFile): string {
  const base64 = bytes.toString('base64');
  return `${name}, ${bytes.length} bytes: ${base64.length > 3000 ? `${base64.slice(0, 3000)}…` : base64}`;
}
