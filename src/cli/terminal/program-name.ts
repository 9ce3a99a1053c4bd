import { basename, delimiter, dirname, join } from 'node:path';

/** What to type to start this program again: its name where a shell finds it, else the file that was started. */
export function programName(script: string, env: NodeJS.ProcessEnv): string {
  // npx puts the folder of its cache into PATH, but only while it runs.
  if (/[\\/]_npx[\\/]/.test(script)) return 'npx -y quartet-mcp';
  const folder = dirname(script);
  if (basename(script) !== 'quartet') return `node ${quoted(script)}`;
  const isLasting = !folder.endsWith(join('node_modules', '.bin'));
  return isLasting && env.PATH?.split(delimiter).includes(folder) ? 'quartet' : quoted(script);
}

/** A word as it is typed in a shell. */
export function quoted(path: string): string {
  return /^[\w./:\\@+=~-]+$/.test(path) ? path : `"${path}"`;
}
