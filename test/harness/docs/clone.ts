import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../..', import.meta.url));
/** Neither part of what a page asks for, nor small. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'coverage']);
const filter = (path: string) => !LEFT_OUT.has(basename(path));

/** A folder like a clone after `npm ci`: all files, which may be changed, and the installed packages. */
export function copyClone(folder: string): void {
  for (const name of readdirSync(project)) {
    if (filter(name)) cpSync(join(project, name), join(folder, name), { recursive: true, filter });
  }
  // Build and tests write below node_modules, so it is a folder of its own with the same packages.
  const installed = readdirSync(join(project, 'node_modules'));
  linkPackages(
    folder,
    installed.filter((name) => !name.startsWith('.') || name === '.bin'),
  );
}

/** A folder like an installed package: what npm would publish, and what it would install for it. */
export function copyPackage(folder: string): void {
  const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [{ files }] = JSON.parse(execFileSync('npm', pack, { cwd: project, encoding: 'utf8', stdio: 'pipe' }));
  for (const { path } of files) cpSync(join(project, path), join(folder, path));
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  linkPackages(folder, Object.keys({ ...dependencies, ...optionalDependencies }));
}

function linkPackages(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(project, 'node_modules', name), link, 'junction');
  }
}
