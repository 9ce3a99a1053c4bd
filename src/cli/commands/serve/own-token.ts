import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../../../lib/errno.ts';
import { ConfigurationFailure } from '../../../lib/failures.ts';

const NAME = 'owner';

/** The token of a server that was given none, as a line of a token file: made on first use, for its owner's eyes only. */
export function ownToken(path: string): string {
  const kept = read(path);
  if (kept !== undefined) return kept;
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${NAME} ${randomBytes(32).toString('base64url')} *\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new ConfigurationFailure(
      `The server's token cannot be kept in ${path} (${codeOf(error)}). Name another data folder with XDG_DATA_HOME, or give tokens with --token-file.`,
    );
  }
  try {
    // A link cannot replace the token that another server may have made in the meantime.
    linkSync(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return read(path) ?? '';
}

function read(path: string): string | undefined {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return undefined;
  const isOurs = process.geteuid === undefined || (facts.uid === process.geteuid() && (facts.mode & 0o077) === 0);
  if (facts.isFile() && isOurs) return readFileSync(path, 'utf8');
  throw new ConfigurationFailure(
    `The token in ${path} may be known to others: it must be a file that is yours and that only you can read. Remove it, and a new one is made.`,
  );
}

/** For a person at a terminal, and nobody else: a link that brings the token along, and the header that clients send. */
export function linkWithToken(address: string, line: string): { link: string; header: string } {
  const [, token = ''] = line.split(' ');
  return { link: `${address}#token=${token}`, header: `Authorization: Bearer ${token}` };
}
