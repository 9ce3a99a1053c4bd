import { open } from 'node:fs/promises';
import { isInPlace, SAFELY } from '../../../lib/in-place.ts';

const HEAD_BYTES = 4096;

/** The first bytes of a regular file at a path that has no links in it; none when it cannot be read. */
export async function readHead(path: string): Promise<Uint8Array> {
  try {
    const file = await open(path, SAFELY);
    try {
      if (!(await file.stat()).isFile() || !(await isInPlace(file, path))) return new Uint8Array();
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return new Uint8Array();
  }
}
