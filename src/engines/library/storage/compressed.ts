import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib';
import { sha256 } from '../model/files.ts';

/** What is smaller is compressed sooner than a thread is asked. */
const SMALL = 16 * 1024;

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];

export async function compressed(bytes: Buffer): Promise<Buffer> {
  return bytes.length <= SMALL ? deflateRawSync(bytes) : await deflate(bytes);
}

/** The bytes with a hash and size out of what was made of them; undefined when they do not come out. */
export async function decompressed(stored: Buffer, hash: string, size: number): Promise<Buffer | undefined> {
  try {
    const bytes = await inflate(stored, { maxOutputLength: Math.max(size, 1) });
    return bytes.length === size && sha256(bytes) === hash ? bytes : undefined;
  } catch {
    return undefined;
  }
}
