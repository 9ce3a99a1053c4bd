import { access, constants, lstat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isOn, type OptionValues } from '../../../kernel/toolset.ts';
import { dataFile } from '../../../lib/data-folder.ts';
import { codeOf } from '../../../lib/errno.ts';
import { ConfigurationFailure, DataFolderFailure } from '../../../lib/failures.ts';

/** Where the judge's database is. */
export interface JudgePlace {
  readonly file: string;
  /** Who chose it: the variable, the library that was named, or nobody. */
  readonly chosenBy: 'variable' | 'library' | 'default';
}

/** The file that was named, else one beside the journal of the library that was named, else one in the data folder. */
export function placeOf({ root, readOnly }: OptionValues, env: NodeJS.ProcessEnv): JudgePlace {
  const named = env.QUARTET_JUDGE_DB;
  if (named) return { file: named, chosenBy: 'variable' };
  if (root !== undefined && !isOn(readOnly))
    return { file: resolve(root, '.quartet', 'judge.db'), chosenBy: 'library' };
  return { file: dataFile('judge.db', env), chosenBy: 'default' };
}

/** Throws when no database can be there; makes nothing. */
export async function checkPlace({ file, chosenBy }: JudgePlace): Promise<void> {
  try {
    // Whoever can put a link into a library must not choose which database the server opens.
    if (chosenBy === 'library' && ((await isLink(file)) || (await isLink(dirname(file)))))
      throw Object.assign(new Error('a link'), { code: 'ELOOP' });
    await mustBeWritable(dirname(file));
    await mustBeWritable(file);
  } catch (error) {
    const Failure = chosenBy === 'default' ? DataFolderFailure : ConfigurationFailure;
    throw new Failure(
      `The judge's database cannot be kept at ${file} (${codeOf(error)}). Name another place with QUARTET_JUDGE_DB.`,
    );
  }
}

/** What is not there yet can be made if the nearest folder above it may be written. */
async function mustBeWritable(path: string): Promise<void> {
  try {
    await access(path, constants.W_OK);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await mustBeWritable(dirname(path));
  }
}

async function isLink(path: string): Promise<boolean> {
  const facts = await lstat(path).catch(() => undefined);
  return facts?.isSymbolicLink() ?? false;
}
