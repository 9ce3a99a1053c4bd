import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';

const SQLITE = '@photostructure/sqlite';

/** Makes one file of `child.ts` that a bare `node` can run. */
export async function buildChild(folder: string): Promise<string> {
  const outfile = join(folder, 'child.mjs');
  const driver = createRequire(import.meta.url).resolve(SQLITE);
  const entryPoints = [join(import.meta.dirname, 'child.ts')];
  const shape = { bundle: true, platform: 'node', format: 'esm' } as const;
  await build({ ...shape, entryPoints, outfile, alias: { [SQLITE]: driver }, external: [driver], logLevel: 'error' });
  return outfile;
}

/** A process that has been started and says one line after the other. */
export class Child {
  readonly lines: string[] = [];
  readonly ended: Promise<unknown>;
  readonly #process: ChildProcess;

  constructor(args: readonly string[]) {
    this.#process = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    // It may be gone before it has heard everything.
    this.#process.stdin?.on('error', () => {});
    this.ended = once(this.#process, 'close');
    if (this.#process.stdout) createInterface(this.#process.stdout).on('line', (line) => this.lines.push(line));
  }

  /** Waits until so many lines have been said. */
  async said(count: number): Promise<void> {
    while (this.lines.length < count) {
      if (this.#process.exitCode !== null)
        throw new Error(`ended with ${this.#process.exitCode} after ${this.lines.length} lines`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  go(): void {
    this.#process.stdin?.write('go\n');
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.ended;
  }
}
