import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { npmEnvironment } from './npm-environment.js';

const LONGEST_INSTALL_MS = 300_000;
/** Some packages ask for a newer Node than they need. */
const INSTALL = ['ci', '--engine-strict=false', '--ignore-scripts', '--no-audit', '--no-fund'];

/** Installs what the lock file of a folder names, once: several processes, also of another Node, may want it at the same time. */
export async function installOnce(folder) {
  const done = join(folder, 'node_modules', '.package-lock.json');
  const lock = join(tmpdir(), `quartet-install-${basename(folder)}.lock`);
  while (!existsSync(done)) {
    if (!isOurs(lock)) {
      await sleep(200);
      continue;
    }
    try {
      if (!existsSync(done))
        execFileSync('npm', INSTALL, {
          cwd: folder,
          env: npmEnvironment(),
          stdio: 'ignore',
          shell: process.platform === 'win32',
        });
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
  return folder;
}

/** Whether this process is the one to install; the lock of one that was killed is broken after a while. */
function isOurs(lock) {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > LONGEST_INSTALL_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}
