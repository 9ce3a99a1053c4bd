import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

/** Builds the worker's program for a test file; `remove` it in the end. */
export function buildWorker(): { readonly file: URL; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'quartet-worker-'));
  const outfile = join(folder, 'spotlight-worker.mjs');
  const entry = fileURLToPath(new URL('./worker.ts', import.meta.url));
  buildSync({ entryPoints: [entry], outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20' });
  return { file: pathToFileURL(outfile), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
