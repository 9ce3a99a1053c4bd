import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Installs the servers that Quartet is compared with, unless they are there. */
export function installPeers() {
  if (existsSync(new URL('node_modules', import.meta.url))) return;
  process.stderr.write('installing the peers\n');
  const here = fileURLToPath(new URL('.', import.meta.url));
  execFileSync('npm', ['ci', '--prefix', here, '--ignore-scripts', '--silent'], { stdio: ['ignore', 2, 2] });
}
