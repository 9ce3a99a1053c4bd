import crypto from 'node:crypto';

/** SHA-256 in lower-case hex. */
export function sha256(bytes: Buffer | string): string {
  // The first of Node 20 have only the longer way.
  return crypto.hash?.('sha256', bytes) ?? crypto.createHash('sha256').update(bytes).digest('hex');
}
