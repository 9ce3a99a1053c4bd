import type { McpClient } from '../../../mcp/client.ts';
import { ASSET_TYPES, type AssetType } from '../model/paths.ts';

/** The most that a server can be made to take; most take less, and say so. */
const MOST_BYTES = 95 * 1024 * 1024;

const BY_ENDING: Readonly<Record<string, AssetType>> = {
  pdf: 'slides',
  ppt: 'slides',
  pptx: 'slides',
  odp: 'slides',
  key: 'slides',
};
const BY_MIME: Readonly<Record<string, AssetType>> = { image: 'img', video: 'videos', audio: 'audio' };

/** The folder that a file belongs into; undefined when that cannot be told. */
export function typeFor({ name, type }: { readonly name: string; readonly type: string }): AssetType | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return BY_MIME[type.split('/')[0] ?? ''] ?? (Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined);
}

export interface AssetPlace {
  readonly bookId: string;
  readonly type: AssetType;
  readonly filename: string;
}

/** Sends a file as an asset. */
export async function upload(client: McpClient, place: AssetPlace, file: File, signal: AbortSignal): Promise<void> {
  if (file.size > MOST_BYTES)
    throw new Error('This file is larger than any server takes. Put it elsewhere and link it.');
  const binary_data = await base64Of(file);
  signal.throwIfAborted();
  const { bookId, type, filename } = place;
  await client.call('upload_asset', { book_id: bookId, asset_type: type, filename, binary_data }, signal);
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,?/, ''));
    reader.onerror = () => reject(new Error('The browser could not read this file.'));
    reader.readAsDataURL(file);
  });
}

export function isKnownType(type: string | null): type is AssetType {
  return ASSET_TYPES.some((known) => known === type);
}
