import { codeOf } from '../../../../lib/errno.ts';
import { StorageFailure } from '../storage.ts';

/** Something other than a plain file or folder is at a key: a link, a pipe, a device. It is never followed or opened. */
export class NotPlain extends StorageFailure {
  constructor(key: string) {
    super(`At ${key} there is a link or a special file, which the library does not follow. Remove it by hand.`, false);
  }
}

/** A folder is at the key of a lesson. */
export class NoFile extends StorageFailure {
  constructor(key: string) {
    super(`At ${key} there is a folder instead of a file. Remove it by hand.`, false);
  }
}

/** For work that does not concern what somebody else has put in a place, or what nobody may read. */
export function unlessRefused(error: unknown): undefined {
  if (error instanceof NotPlain || error instanceof NoFile || ['EACCES', 'EPERM'].includes(codeOf(error))) return;
  throw error;
}

/** Does some work on files; whatever the system throws comes out as a `StorageFailure`. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asFailure(error);
  }
}

/** Does some work on a folder of the library's own, which is named when it may not be used or is something else. */
export async function namingFolder<T>(key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = asFailure(error);
    if (!(failure instanceof StorageFailure) || !UNUSABLE.has(codeOf(error))) throw failure;
    throw new StorageFailure(`The folder ${key}: ${failure.message}`, failure.retryable, { cause: error });
  }
}

const UNUSABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EEXIST', 'ENOTDIR', 'ENOENT']);

/** The failure that stands for an error of the system, without a path of the machine. */
export function asFailure(error: unknown): unknown {
  if (error instanceof StorageFailure) return error;
  const code = codeOf(error);
  if (!/^E[A-Z0-9]+$/.test(code)) return error;
  const [sentence, retryable] = SENTENCES[code] ?? [`The storage failed (${code}). Tell the operator.`, false];
  return new StorageFailure(sentence, retryable, { cause: error });
}

const FULL = 'The storage is full. The operator must make room first.';
const FORBIDDEN =
  'A file or folder of the storage may not be used: its operator must allow this program to read and write it.';
const BUSY = 'The storage has too many files open. Try again in a moment.';
const NO_FOLDER = 'Something else stands where a folder is needed. Remove it by hand.';
const SLOW = 'The storage did not answer. Try again in a moment.';

const SENTENCES: Readonly<Record<string, readonly [string, boolean]>> = {
  ENOSPC: [FULL, false],
  EDQUOT: [FULL, false],
  EACCES: [FORBIDDEN, false],
  EPERM: [FORBIDDEN, false],
  EROFS: ['The storage can only be read.', false],
  EMFILE: [BUSY, true],
  ENFILE: [BUSY, true],
  EAGAIN: [SLOW, true],
  EBUSY: [SLOW, true],
  EINTR: [SLOW, true],
  ETIMEDOUT: [SLOW, true],
  ESTALE: [SLOW, true],
  EIO: ['The storage could not read or write its disk. Tell the operator.', false],
  EFBIG: ['The file is larger than the storage takes.', false],
  ENAMETOOLONG: ['The name is longer than the storage takes. Choose a shorter one.', false],
  EXDEV: ['The folder of the storage spans several disks, so files cannot be put in place at once.', false],
  EEXIST: [NO_FOLDER, false],
  ENOTDIR: [NO_FOLDER, false],
  EISDIR: ['A folder stands where a file is needed.', false],
  ENOTEMPTY: ['A folder stands where a file is needed.', false],
};
