import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

const HEAD_BYTES = 4096;
/** A link put in the file's place is not followed, and a pipe put there does not make us wait. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The first bytes of a regular file; none when it cannot be read. */
export async function readHead(path: string): Promise<Uint8Array> {
  try {
    const file = await open(path, FLAGS);
    try {
      if (!(await file.stat()).isFile()) return new Uint8Array();
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return new Uint8Array();
  }
}
