import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own that can be filled or made read-only. */
export class SmallDisk {
  readonly path = mkdtempSync(join(tmpdir(), 'quartet-disk-'));

  constructor(megabytes: number) {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', this.path);
  }

  /** Why there cannot be one here; undefined when there can. */
  static get missing(): string | undefined {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux may mount';
    try {
      new SmallDisk(1).remove();
      return undefined;
    } catch {
      return 'this system does not allow to mount';
    }
  }

  fill(): void {
    for (const bytes of [1 << 20, 1 << 16, 4096]) {
      for (let at = 0; this.#add(`filler-${bytes}-${at}`, bytes); at++);
    }
  }

  makeRoom(): void {
    execFileSync('sh', ['-c', `rm -f ${this.path}/filler-*`]);
  }

  makeReadOnly(): void {
    mount('-o', 'remount,ro', this.path);
  }

  remove(): void {
    execFileSync('umount', ['-l', this.path]);
    rmSync(this.path, { recursive: true });
  }

  #add(name: string, bytes: number): boolean {
    try {
      writeFileSync(join(this.path, name), Buffer.alloc(bytes));
      return true;
    } catch {
      return false;
    }
  }
}

function mount(...args: string[]): void {
  execFileSync('mount', args, { stdio: 'ignore' });
}
