import type { MetadataValue } from '../metadata-value.ts';

/** What a file tells about itself, by its type: nothing yet. */
export async function richMetadata(_path: string, _contentType: string): Promise<Record<string, MetadataValue>> {
  return {};
}
