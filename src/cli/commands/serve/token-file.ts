import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { codeOf } from '../../../lib/errno.ts';
import type { Log } from '../../../lib/log.ts';
import { UsageError } from '../../terminal/usage.ts';

const OTHERS_READ = 0o044;

/** The text of a token file. Warns when other accounts can read it too. */
export function readTokenFile(path: string, log: Pick<Log, 'warn'>): string {
  try {
    const file = openSync(path, 'r');
    try {
      const mode = fstatSync(file).mode & 0o777;
      if (process.platform !== 'win32' && (mode & OTHERS_READ) !== 0) {
        const notice = 'other accounts can read the token file: take their rights away, or write hashes (sha256:) only';
        log.warn({ file: path, mode: mode.toString(8) }, notice);
      }
      return readFileSync(file, 'utf8');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new UsageError(`--token-file cannot be read (${codeOf(error)}).`);
  }
}
