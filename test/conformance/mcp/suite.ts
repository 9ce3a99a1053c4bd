import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { npmEnvironment } from '../../../scripts/npm-environment.js';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Installs the suite like the Inspector: it is large, and npm's lock file for it would lack other platforms. */
export function installSuite(): void {
  if (existsSync(`${FOLDER}/node_modules/conformance-next`)) return;
  const args = ['install', '--engine-strict=false', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'];
  const env = npmEnvironment();
  execFileSync('npm', args, { cwd: FOLDER, env, stdio: 'ignore', shell: process.platform === 'win32' });
}

/** Runs a release of the suite against an address; only its exit code counts. */
export async function conformance(
  release: 'conformance' | 'conformance-next',
  url: string,
  ...args: string[]
): Promise<{ code: number | null; report: string }> {
  const suite = `${FOLDER}/node_modules/${release}/dist/index.js`;
  const command = ['--import', `${FOLDER}/glob-shim.js`, suite, 'server', '--url', url, ...args];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, report: `${said}\n${complained}` };
}
