import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Library } from '../../commit/library.ts';
import type { FileRow } from '../../journal/journal.ts';
import { keyOf, sha256 } from '../../model/files.ts';
import { Overtaken, unreadable } from '../book/lesson-reader.ts';

/** A file of an export. */
export interface OutputFile {
  /** Below the folder of the export, with slashes. */
  readonly path: string;
  /** Equal inputs, equal bytes: what has them already is not made again. */
  readonly inputs: string;
  /** The file of the book that it is about, where it is about one alone. */
  readonly source?: string;
  /** Writes the bytes into an empty file, and gives their hash. */
  write(file: FileHandle, signal?: AbortSignal): Promise<string>;
}

/** To be raised when the same inputs give other bytes than before. */
const GENERATION = 1;

/** A text, made of what `inputs` names. */
export function textFile(
  path: string,
  inputs: unknown,
  make: () => string | Promise<string>,
  source?: string,
): OutputFile {
  return {
    path,
    inputs: sha256(JSON.stringify([GENERATION, inputs])),
    ...(source !== undefined && { source }),
    write: async (file) => {
      const text = await make();
      await file.writeFile(text);
      return sha256(text);
    },
  };
}

/** A text that is its own input. */
export function fixedText(path: string, text: string): OutputFile {
  return textFile(path, text, () => text);
}

/** An asset as it is, however large. */
export function assetFile(library: Library, row: FileRow, path: string): OutputFile {
  return {
    path,
    inputs: row.sha256,
    source: row.path,
    write: async (file, signal) => {
      const source = await library.storage.stream(keyOf(row), signal).catch(unreadable);
      const hash = createHash('sha256');
      try {
        for await (const chunk of source as AsyncIterable<Buffer>) {
          hash.update(chunk);
          await file.writeFile(chunk);
        }
      } catch (error) {
        unreadable(error);
      }
      const found = hash.digest('hex');
      if (found !== row.sha256) throw new Overtaken();
      return found;
    },
  };
}
