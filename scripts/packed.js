import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

/** Packs the project as it was built last into a folder, and gives the tarball. */
export function packed(folder, project = '.') {
  const args = ['pack', resolve(project), '--ignore-scripts', '--json', '--pack-destination', folder];
  const told = execFileSync('npm', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  const [{ filename }] = Object.values(JSON.parse(told));
  return join(folder, filename);
}
