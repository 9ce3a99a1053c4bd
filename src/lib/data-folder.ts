import { homedir, platform } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { DataFolderFailure } from './failures.ts';

/** Where a user keeps the data of programs, if not at the usual place. */
interface DataHome {
  readonly XDG_DATA_HOME?: string | undefined;
  readonly APPDATA?: string | undefined;
}

/** A file or folder of Quartet in the folder where programs keep their data. */
export function dataFile(name: string, { XDG_DATA_HOME, APPDATA }: DataHome): string {
  return join(XDG_DATA_HOME || APPDATA || usualFolder(), 'quartet', name);
}

function usualFolder(): string {
  const home = homeDirectory();
  // An empty or relative home would put data into whatever folder the program was started from.
  if (!isAbsolute(home))
    throw new DataFolderFailure('This account has no home directory: say with XDG_DATA_HOME where to keep data.');
  return platform() === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.local', 'share');
}

/** The home directory of whoever runs this, or an empty text. */
export function homeDirectory(): string {
  try {
    return homedir();
  } catch {
    // The system has no entry for this account.
    return '';
  }
}
