import { homedir, platform } from 'node:os';
import { join } from 'node:path';

/** A file in the folder where programs keep their data. */
export function dataFile(name: string, env: NodeJS.ProcessEnv): string {
  const home = homedir();
  const usual = platform() === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.local', 'share');
  return join(env.XDG_DATA_HOME || env.APPDATA || usual, 'quartet', name);
}
