import { posix } from 'node:path';
import { documentFormat, isOffice, looksLike, type OfficeFormat } from '../types/document-format.ts';
import { MemoryBytes } from './bytes.ts';
import { LIMITS } from './limits.ts';
import { plainText } from './plain-text.ts';
import { Excerpt } from './quick/excerpt.ts';
import { isQuick, quickText } from './quick/index.ts';

/** A file in an archive. */
export interface Member {
  readonly name: string;
  /** Its beginning; rejects when it cannot be read. */
  read(limit: number): Promise<Buffer>;
}

/** Takes a document apart, in so much time; rejects when it cannot. */
export type OfficeText = (format: OfficeFormat, bytes: Uint8Array, mostMs: number) => Promise<string>;

/** The names of what is in an archive, then the texts of those members that have one, as far as they can be had at little cost. */
export async function archiveText(members: AsyncIterable<Member>, officeText: OfficeText): Promise<string> {
  const names = new Excerpt(LIMITS.memberNames);
  const texts = new Excerpt(LIMITS.memberTexts);
  const endMs = performance.now() + LIMITS.membersMs;
  let left: number = LIMITS.inflatedBytes;
  let read = 0;
  let count = 0;
  for await (const { name, read: readMember } of members) {
    if (++count > LIMITS.members) break;
    names.addLine(name);
    const isWanted = mayHaveText(name) && read < LIMITS.textMembers && left > 0 && !texts.isFull;
    if (!isWanted || performance.now() > endMs) continue;
    read++;
    const format = documentFormat(posix.basename(name));
    const document = format && isOffice(format) ? format : undefined;
    const limit = document ? LIMITS.memberDocumentBytes : LIMITS.memberBytes;
    const bytes = await readMember(limit).catch(() => undefined);
    left -= bytes?.length ?? 0;
    if (!bytes) continue;
    if (!document) texts.addLine(memberText(name, bytes));
    // One that was cut short cannot be taken apart.
    else if (bytes.length < limit) texts.addLine(await officeText(document, bytes, LIMITS.membersMs).catch(() => ''));
  }
  return [names.text(), texts.text()].filter((part) => part !== '').join('\n');
}

const BINARY =
  /\.(?:exe|dll|so|dylib|o|a|obj|class|jar|pyc|wasm|bin|dat|db|sqlite|gif|bmp|ico|icns|psd|ttf|otf|woff2?|7z|rar|bz2|iso|img)$/i;

function mayHaveText(name: string): boolean {
  const format = documentFormat(posix.basename(name));
  return !name.endsWith('/') && !BINARY.test(name) && (format === undefined || isOffice(format) || isQuick(format));
}

function memberText(name: string, bytes: Buffer): string {
  const format = documentFormat(posix.basename(name));
  if (format === undefined || isOffice(format) || !isQuick(format) || !looksLike(format, bytes))
    return plainText(bytes);
  return quickText(format, new MemoryBytes(bytes)) ?? plainText(bytes);
}
