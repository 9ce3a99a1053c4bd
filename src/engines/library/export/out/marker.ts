import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { isAbsence } from '../../../../lib/errno.ts';
import { ConfigurationFailure } from '../../../../lib/failures.ts';

export const MARKER = '.quartet-export.json';

const knownFile = z.object({
  sha256: z.string(),
  inputs: z.string(),
  size: z.number(),
  modified_ms: z.number(),
});
const schema = z.object({
  version: z.literal(1),
  book: z.string(),
  format: z.string(),
  user: z.string().optional(),
  files: z.record(z.string(), knownFile),
});

/** A file that an export has written, as it was then. */
export type KnownFile = z.infer<typeof knownFile>;

/** What a folder says about the export that is in it. */
export type Marker = z.infer<typeof schema>;

/** Undefined where there is none. */
export async function readMarker(folder: string): Promise<Marker | undefined> {
  const text = await readFile(join(folder, MARKER), 'utf8').catch(unlessAbsent);
  if (text === undefined) return undefined;
  const marker = schema.safeParse(parsed(text)).data;
  if (marker === undefined || !Object.keys(marker.files).every(staysInside)) {
    throw new ConfigurationFailure(`${MARKER} in the folder cannot be used. Name another folder, or remove this one.`);
  }
  return marker;
}

export async function writeMarker(folder: string, marker: Marker, temporary: string): Promise<void> {
  await writeFile(temporary, `${JSON.stringify(marker, undefined, 1)}\n`);
  await rename(temporary, join(folder, MARKER));
}

/** The file may have been changed by hand: nothing that it names may be elsewhere. */
export function staysInside(path: string): boolean {
  return path.split('/').every((name) => !/^(?:\.\.?)?$|[\\\0]|^[A-Za-z]:/.test(name));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unlessAbsent(error: unknown): undefined {
  if (!isAbsence(error)) throw error;
}
