import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const GROUP_WRITES = 0o020;
const GROUP = 0o070;

/** Whether a group shares a folder: then what is made in it is the group's too, whatever the mask of this process says. */
export async function isShared(folder: string): Promise<boolean> {
  const { mode } = (await stat(folder).catch(() => undefined)) ?? { mode: 0 };
  return process.platform !== 'win32' && (mode & GROUP_WRITES) !== 0;
}

/** Lets what this process makes be used by the group of a folder that a group shares. */
export async function keepGroupRights(folder: string): Promise<void> {
  const there = await stat(folder).then(
    () => folder,
    () => dirname(folder),
  );
  if (await isShared(there)) process.umask(process.umask() & ~GROUP);
}
