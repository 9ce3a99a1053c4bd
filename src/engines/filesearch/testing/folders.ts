import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atEndOfFile } from '../../../../test/harness/end-of-file.ts';

/** A folder that exists as long as the tests of a file run, with these files in it. */
export function temporaryFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quartet-spotlight-')));
  atEndOfFile(() => rmSync(folder, { recursive: true, force: true }));
  fill(folder, files);
  return folder;
}

export function fill(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** Makes a file look as if it had last been written then. */
export function modifiedAt(path: string, moment: string): void {
  utimesSync(path, new Date(moment), new Date(moment));
}

/** Runs something without the rights of the superuser, for whom nothing is forbidden. */
export async function asNobody<T>(action: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return action();
  process.seteuid?.(65534);
  try {
    return await action();
  } finally {
    process.seteuid?.(0);
  }
}
