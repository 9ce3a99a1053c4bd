import { invalid } from '../../engines/library/model/failures.ts';

/** How long so many bytes are in base64. */
export function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

/** Decodes standard base64 exactly: foreign characters, wrong padding and stray bits are refused, not skipped. */
export function decodeBase64(text: string, maxBytes: number): Buffer {
  const compact = text.replace(/[\r\n]/g, '');
  const size = Math.floor((compact.length * 3) / 4);
  if (size > maxBytes + 2) {
    const sentence = `The asset has about ${size} bytes, and at most ${maxBytes} fit into a call. ${INSTEAD}`;
    throw invalid('ASSET_TOO_LARGE', 'binary_data', sentence);
  }
  if (compact === '') throw invalid('INVALID_BASE64', 'binary_data', 'The asset is empty; send its bytes as base64.');
  const bytes = Buffer.from(compact, 'base64');
  if (bytes.toString('base64') !== compact) {
    const sentence = 'This is not standard base64 (A-Z a-z 0-9 + /, padded with =). Encode the bytes again.';
    throw invalid('INVALID_BASE64', 'binary_data', sentence);
  }
  if (bytes.length > maxBytes) {
    const sentence = `The asset has ${bytes.length} bytes, and at most ${maxBytes} fit into a call. ${INSTEAD}`;
    throw invalid('ASSET_TOO_LARGE', 'binary_data', sentence);
  }
  return bytes;
}

const INSTEAD = 'Leave binary_data out and send its size to get an address for it.';
