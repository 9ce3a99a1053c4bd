import { createHash } from 'node:crypto';

/** SHA-256 in lower-case hex. */
export function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
