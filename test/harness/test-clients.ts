import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../clients', import.meta.url));
const DONE = `${FOLDER}/node_modules/.package-lock.json`;
const LOCK = join(tmpdir(), 'quartet-test-clients.lock');
const LONGEST_INSTALL_MS = 300_000;
/** Some ask for a newer Node than they need. */
const INSTALL = ['ci', '--engine-strict=false', '--ignore-scripts', '--no-audit', '--no-fund'];

/** What a client tells of a call. */
export interface Told {
  readonly isError: boolean;
  readonly text: string;
  /** As it came, if the client shows it. */
  readonly result?: object;
}

export interface TestClient {
  tools(): Promise<string[]>;
  call(name: string, args: object): Promise<Told>;
  close(): Promise<void>;
}

export type TestServer =
  | { readonly url: string; readonly env?: Record<string, string> }
  | { readonly command: string; readonly args: readonly string[]; readonly env: Record<string, string> };

/** A module of `test/clients`, whose packages are too many to be among our own: they are installed on first use. */
export async function clientModule<Module>(name: 'clients.js' | 'converters.js'): Promise<Module> {
  await install();
  return (await import(new URL(`../clients/${name}`, import.meta.url).href)) as Module;
}

/** Several test files, also those of another Node, may want them at the same time. */
async function install(): Promise<void> {
  while (!existsSync(DONE)) {
    if (!isOurs()) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      continue;
    }
    try {
      if (!existsSync(DONE))
        execFileSync('npm', INSTALL, { cwd: FOLDER, stdio: 'ignore', shell: process.platform === 'win32' });
    } finally {
      rmSync(LOCK, { recursive: true, force: true });
    }
  }
}

/** Whether this process is the one to install; the lock of one that was killed is broken after a while. */
function isOurs(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    const since = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > LONGEST_INSTALL_MS) rmSync(LOCK, { recursive: true, force: true });
    return false;
  }
}
