import type { FileRow } from '../journal/journal.ts';
import { mimeType } from '../model/mime.ts';

export type AssetFields = Record<string, unknown> & {
  cdn_url: string;
  file_size: number;
  mime_type: string;
  filename: string;
  asset_type: string;
  upload_timestamp: string;
  uploaded_by_agent_id: string;
  file_hash_sha256: string;
};

/** What is told about an asset, from its row in the journal. */
export function assetFields(row: FileRow, cdn_url: string): AssetFields {
  const [, type = '', ...name] = row.path.split('/');
  const filename = name.join('/');
  return {
    cdn_url,
    file_size: row.size,
    mime_type: mimeType(filename),
    filename,
    asset_type: type,
    upload_timestamp: row.lastWrittenAt,
    uploaded_by_agent_id: row.writtenBy,
    file_hash_sha256: row.sha256,
  };
}
