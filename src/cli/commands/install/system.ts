import { posix, win32 } from 'node:path';
import { homeDirectory } from '../../../lib/data-folder.ts';

/** What decides where clients keep their configuration. */
export interface System {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

export function thisSystem(): System {
  return { platform: process.platform, home: homeDirectory(), env: process.env };
}

/** Where programs with windows keep their settings. */
export function appData(system: System): string {
  const { platform, home, env } = system;
  if (platform === 'win32') return env.APPDATA || below(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return below(home, 'Library', 'Application Support');
  return env.XDG_CONFIG_HOME || below(home, '.config');
}

/** A path below a folder, with the separator that the folder has. */
export function below(folder: string, ...names: readonly string[]): string {
  return (/^[A-Za-z]:|\\/.test(folder) ? win32 : posix).join(folder, ...names);
}
