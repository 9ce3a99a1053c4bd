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
  // As in scripts/build.js: bundled CommonJS packages ask for Node's own modules with require().
  const js = "import{createRequire as nodeRequire}from'node:module';const require=nodeRequire(import.meta.url);";
  const target = { format: 'esm', platform: 'node', target: 'node20', banner: { js } } as const;
  buildSync({ entryPoints: [entry], outfile, bundle: true, ...target });
  return { file: pathToFileURL(outfile), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
