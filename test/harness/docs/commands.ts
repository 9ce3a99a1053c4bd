import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const CURL = fileURLToPath(new URL('curl.js', import.meta.url));

/** Makes a program a command, run by this Node. */
export function putOnPath(folder: string, name: string, program: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  chmodSync(join(folder, name), 0o755);
}
