import { access, constants } from 'node:fs/promises';
import { codeOf } from './errno.ts';

/** Whether nothing can be written to a file or folder that is there: its file system can only be read, or this user may only read it. */
export async function whyNotWritable(path: string): Promise<'disk' | 'rights' | undefined> {
  const code = await access(path, constants.W_OK).then(() => '', codeOf);
  if (code === 'EROFS') return 'disk';
  return isForbidden(code) ? 'rights' : undefined;
}

/** Whether a code of the system says that this user may not do something. */
export function isForbidden(code: string): boolean {
  return code === 'EACCES' || code === 'EPERM';
}
