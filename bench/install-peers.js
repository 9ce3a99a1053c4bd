import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Installs the servers that Quartet is compared with, unless they are there. */
export function installPeers() {
  const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
  if (Object.keys(dependencies).every((name) => existsSync(new URL(`node_modules/${name}`, import.meta.url)))) return;
  process.stderr.write('installing the peers\n');
  const here = fileURLToPath(new URL('.', import.meta.url));
  execFileSync('npm', ['ci', '--prefix', here, '--ignore-scripts', '--silent'], { stdio: ['ignore', 2, 2] });
}
