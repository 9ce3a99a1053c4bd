import { randomBytes } from 'node:crypto';
import { chown, constants, lstat, mkdir, open, readFile, readlink, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf, isAbsence } from '../../../lib/errno.ts';
import { InstallProblem } from './problem.ts';

/** A configuration as it was read. */
export interface ConfigFile {
  /** As the client names it. */
  readonly path: string;
  /** Where it is; the path may be a link to it, as those who manage such files have them. */
  readonly target: string;
  /** Undefined when there is none. */
  readonly bytes: Buffer | undefined;
  readonly mark: '' | '\uFEFF';
  readonly text: string;
}

const MARK = '\uFEFF';
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_LINKS = 20;

export async function readConfig(path: string): Promise<ConfigFile> {
  const target = await targetOf(path);
  const bytes = await contentOf(target).catch((error: unknown) => {
    throw error instanceof InstallProblem ? error : new InstallProblem(`it cannot be read (${codeOf(error)}).`);
  });
  const text = bytes === undefined ? '' : decoded(bytes);
  const mark = text.startsWith(MARK) ? MARK : '';
  return { path, target, bytes, mark, text: text.slice(mark.length) };
}

/** Where the text was kept that was there before the last change. */
export function backupOf({ target }: Pick<ConfigFile, 'target'>): string {
  return `${target}.quartet-backup`;
}

/** Refuses what is not to be written: also the administrator respects that a file is marked as read-only. */
export async function mustBeWritable({ target }: ConfigFile): Promise<void> {
  const facts = await stat(target).catch(() => undefined);
  const isReadOnly = facts !== undefined && (facts.mode & constants.S_IWUSR) === 0;
  if (isReadOnly) throw new InstallProblem('it is read-only. Make it writable, or add the text of --print by hand.');
}

/** Puts another text into the file at once, or removes the file, after what was there is kept beside it. */
export async function writeConfig(file: ConfigFile, text: string | undefined): Promise<void> {
  const { target, bytes, mark } = file;
  await mustBeWritable(file);
  try {
    await mkdir(dirname(target), { recursive: true });
    if (bytes !== undefined) await replace(backupOf(file), bytes, target);
    // A client that runs may write its configuration at any time.
    if (!isSame(bytes, await contentOf(target))) throw new InstallProblem('it was changed meanwhile. Try again.');
    if (text === undefined) await rm(target);
    else await replace(target, Buffer.from(mark + text), target);
  } catch (error) {
    if (error instanceof InstallProblem) throw error;
    throw new InstallProblem(`it cannot be written (${codeOf(error)}). Check the rights of the file and its folder.`);
  }
}

/** Writes a file that is there as a whole or not at all, with the rights and the owner of another. */
async function replace(path: string, bytes: Buffer, like: string): Promise<void> {
  const facts = await stat(like).catch(() => undefined);
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`);
  try {
    // Such files may hold keys of other servers.
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      if (facts) await handle.chmod(facts.mode & 0o7777);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Only an administrator can, and needs to.
    if (facts) await chown(draft, facts.uid, facts.gid).catch(() => {});
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

async function contentOf(target: string): Promise<Buffer | undefined> {
  try {
    const facts = await stat(target);
    if (!facts.isFile()) throw new InstallProblem('it is not a file.');
    if (facts.size > MOST_BYTES) throw new InstallProblem('it is larger than any configuration.');
    return await readFile(target);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** Follows links to the end, also where nothing is there yet. */
async function targetOf(path: string): Promise<string> {
  let target = resolve(path);
  for (let links = 0; links < MOST_LINKS; links++) {
    const facts = await lstat(target).catch(() => undefined);
    if (!facts?.isSymbolicLink()) return target;
    target = resolve(dirname(target), await readlink(target));
  }
  throw new InstallProblem('its links lead in a circle.');
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new InstallProblem('it is not UTF-8 text.');
  }
}

function isSame(one: Buffer | undefined, other: Buffer | undefined): boolean {
  return one === undefined || other === undefined ? one === other : one.equals(other);
}
