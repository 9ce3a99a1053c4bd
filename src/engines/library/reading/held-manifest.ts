import { Turns } from '../../../lib/turns.ts';
import { invalid } from '../model/failures.ts';
import { BASE, type FileKey } from '../model/file-key.ts';
import type { Owner } from '../model/names.ts';

/** What a builder has: all that its manifest hash stands for, or these files with their hashes, by the path in the manifest. */
export type HeldManifest = { readonly hash: string } | { readonly files: ReadonlyMap<string, string> };

const MAX_BYTES = 3 * 1024 * 1024;
const HASH = /^[0-9a-f]{64}$/;
const LINE = /^([^\r]+):([0-9a-f]{64})$/;

/** The path of a file in a manifest: that in the book, below `users/` for a user's own version. */
export function manifestPath({ path, userId }: Pick<FileKey, 'path' | 'userId'>): string {
  return userId === BASE ? path : `users/${userId}/${path}`;
}

/** Reads a manifest hash, or a manifest as it is hashed: lines of path, colon and hash, in any order. */
export async function heldManifest(text: string, user: Owner): Promise<HeldManifest> {
  if (HASH.test(text)) return { hash: text };
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES)
    throw refused(`It has ${bytes} bytes, and at most ${MAX_BYTES} are compared: use since, or get_book_archive.`);
  const files = new Map<string, string>();
  let number = 0;
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  await new Turns().each(lines, (line) => {
    number++;
    const [, path, sha256] = LINE.exec(line) ?? [];
    if (path === undefined || sha256 === undefined)
      throw refused(`Line ${number} is not path:sha256, with 64 lower-case hex digits: ${shortened(line)}`);
    if (files.has(path)) throw refused(`Line ${number} names ${path} a second time.`);
    const [area, owner] = path.split('/', 2);
    if (area === 'users' && owner !== user)
      throw refused(`Line ${number} names a version of the user ${owner}: give that user_id, or leave such lines out.`);
    files.set(path, sha256);
  });
  return { files };
}

function shortened(line: string): string {
  return JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line);
}

function refused(sentence: string) {
  return invalid(
    'VALIDATION_ERROR',
    'manifest',
    `manifest must be a manifest_hash, or lines of path:sha256. ${sentence}`,
  );
}
