import { documentAttributes } from './document.ts';
import { extendedAttributes } from './extended-attributes.ts';
import { type Family, familyOf } from './families.ts';
import { imageAttributes } from './image.ts';
import { mediaAttributes } from './media.ts';
import type { MetadataValue } from './metadata.ts';
import { RegularFile } from './regular-file.ts';
import type { Attributes } from './values.ts';

/** What a file's content and its extended attributes tell beyond the file system. What cannot be read is left out. */
export async function richMetadata(path: string, contentType: string): Promise<Record<string, MetadataValue>> {
  const [content, extended] = await Promise.all([
    contentAttributes(path, contentType).catch(() => ({})),
    extendedAttributes(path, process.platform).catch(() => ({})),
  ]);
  return { ...content, ...extended };
}

/** What the content alone tells; rejects when the file is broken. */
export async function contentAttributes(path: string, contentType: string): Promise<Attributes> {
  const family = familyOf(path, contentType);
  return family === undefined ? {} : RegularFile.use(path, (file) => readAs(family, file));
}

function readAs(family: Family, file: RegularFile): Promise<Attributes> {
  if (family === 'image') return imageAttributes(file);
  if (family === 'media') return mediaAttributes(file);
  return documentAttributes(file, family);
}
