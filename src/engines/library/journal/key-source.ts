import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../../../lib/errno.ts';
import { isShared } from '../../../lib/group-rights.ts';
import { type AuditKey, auditKey } from './audit-chain.ts';
import { JournalFailure } from './journal.ts';

/** Where the key of an audit log is. */
export interface KeySource {
  /** For messages. */
  readonly name: string;
  /** For people who look for it: the variable, or the file with its folder. */
  readonly place: string;
  /** The key that is used, then those that were used before it; empty when there is none yet. */
  read(): Promise<AuditKey[]>;
  /** Makes a key, or gives the one that somebody else has just made. */
  create?(): Promise<AuditKey[]>;
}

const LEAST_CHARACTERS = 32;

/** A key that the environment holds; older ones may follow after commas. */
export function givenKey(text: string): KeySource {
  const name = 'QUARTET_AUDIT_KEY';
  return { name, place: name, read: async () => keysIn(text.split(','), name) };
}

/** A file with the key in its first line; older ones may follow. It is made when a journal gets its first key. */
export function keyFile(file: string): KeySource {
  const name = basename(file);
  const read = async () => {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw unreadable(name, error);
    });
    return text === undefined ? [] : keysIn(text.split('\n'), `The file ${name}`);
  };
  return {
    name: `the file ${name}`,
    place: file,
    read,
    async create() {
      await make(file).catch((error: unknown) => {
        throw unreadable(name, error);
      });
      return await read();
    },
  };
}

/** All of it at once or nothing: another process may be looking for it. */
async function make(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(8).toString('hex')}`);
  try {
    const handle = await open(temporary, 'wx', (await isShared(dirname(file))) ? 0o640 : 0o600);
    try {
      await handle.writeFile(`${randomBytes(32).toString('hex')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(temporary, file).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  } finally {
    await rm(temporary, { force: true });
  }
}

function keysIn(texts: readonly string[], where: string): AuditKey[] {
  const secrets = texts.map((text) => text.trim()).filter((text) => text !== '');
  if (secrets.length > 0 && secrets.every(({ length }) => length >= LEAST_CHARACTERS)) return secrets.map(auditKey);
  throw new JournalFailure(`${where} must hold a key for the audit log of at least ${LEAST_CHARACTERS} characters.`);
}

function unreadable(name: string, error: unknown): JournalFailure {
  const sentence = `The key of the audit log, ${name}, cannot be read or made (${codeOf(error)}). Give this user the right to, or name another file with --audit-key-file.`;
  return new JournalFailure(sentence, { cause: error });
}
