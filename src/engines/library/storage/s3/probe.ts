import { randomUUID } from 'node:crypto';
import type { S3Bucket } from './bucket.ts';
import { isPrecondition } from './errors.ts';

/** What a server can do; found out by trying, since they do not tell. */
export interface S3Abilities {
  /** Heeds If-Match and If-None-Match of a PUT. */
  readonly conditionalPut: boolean;
  /** Heeds If-Match of a DELETE. */
  readonly conditionalDelete: boolean;
  /** Keeps the metadata of an object. */
  readonly metadata: boolean;
}

const OTHER = '"00000000000000000000000000000000"';

/** Tries the server out with an object that nobody sees, and removes it. */
export async function abilitiesOf(bucket: S3Bucket, prefix: string): Promise<S3Abilities> {
  const key = `${prefix}${randomUUID()}`;
  const bytes = Buffer.from('probe');
  await bucket.put(key, bytes, { id: key });
  try {
    const metadata = (await bucket.head(key))?.id === key;
    const conditionalPut =
      (await refuses(() => bucket.put(key, bytes, { id: key }, null))) &&
      (await refuses(() => bucket.put(key, bytes, { id: key }, OTHER)));
    const conditionalDelete = await refuses(() => bucket.remove(key, OTHER));
    return { conditionalPut, conditionalDelete, metadata };
  } finally {
    await bucket.remove(key);
  }
}

/** Whether a change that must not happen is refused; a server that has no such thing may say so in any way. */
async function refuses(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change();
    return false;
  } catch (error) {
    if (isPrecondition(error)) return true;
    if ((error as { status?: number }).status === 501 || (error as { status?: number }).status === 400) return false;
    throw error;
  }
}
