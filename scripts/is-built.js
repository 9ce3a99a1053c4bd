import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLED } from './bundled-packages.js';

/** What `dist` is made from. */
const SOURCES = ['src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'];
const BUILT = ['dist/main.js', 'dist/types'];

/** Whether `dist` is whole and younger than all that it is made from. A folder counts too: something may have been removed from it. */
export function isBuilt(project = '.') {
  const list = join(project, BUNDLED);
  if (![list, ...BUILT.map((name) => join(project, name))].every((path) => existsSync(path))) return false;
  // The list of packages is written when everything else is.
  const builtAt = statSync(list).mtimeMs;
  return SOURCES.flatMap((name) => below(join(project, name))).every((path) => statSync(path).mtimeMs < builtAt);
}

function below(path) {
  if (!statSync(path).isDirectory()) return [path];
  return [path, ...readdirSync(path, { recursive: true }).map((name) => join(path, name))];
}
