import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { ConfigurationFailure } from '../../../lib/failures.ts';
import { bookPrefix, placeOf } from '../model/files.ts';
import { type BookId } from '../model/names.ts';
import { partName } from './parts.ts';

const NAME = '.quartet-books.json';

const schema = z.object({
  book: z.string(),
  manifest_hash: z.string(),
  files: z.record(z.string(), z.object({ sha256: z.string(), size: z.number(), modified_ms: z.number() })),
});

/** What a folder and a book last agreed on, kept in the folder: for each file its hash, and how to tell that it is untouched. */
export type FolderRecord = z.infer<typeof schema>;

/** Reads the record of a folder; undefined when it has none, or one that cannot be read, which costs only time. */
export async function readRecord(folder: string, book: BookId): Promise<FolderRecord | undefined> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => '');
  const record = schema.safeParse(parsed(text)).data;
  if (record !== undefined && record.book !== book) {
    throw new ConfigurationFailure(
      `The folder holds the book ${record.book}. Name another folder, or --book ${record.book}.`,
    );
  }
  return record && { ...record, files: withoutStrangers(record.files, book) };
}

/** The file may have been written by anybody: what is no path of the book would name a file outside the folder. */
function withoutStrangers(files: FolderRecord['files'], book: BookId): FolderRecord['files'] {
  const ours = Object.entries(files).filter(([path]) => placeOf(`${bookPrefix(book)}${path}`)?.path === path);
  return Object.fromEntries(ours);
}

/** Replaces the record of a folder at once, so that a crash leaves the old one or the new one. */
export async function writeRecord(folder: string, record: FolderRecord): Promise<void> {
  const temporary = join(folder, partName());
  try {
    await writeFile(temporary, `${JSON.stringify(record, undefined, 1)}\n`);
    await rename(temporary, join(folder, NAME));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
