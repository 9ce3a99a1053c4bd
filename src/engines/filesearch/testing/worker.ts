import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

/** Builds the programs of the threads for a test file; `remove` them in the end. */
export function buildWorkers(): { readonly search: URL; readonly documents: URL; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'quartet-worker-'));
  const [search, documents] = ['../worker/worker.ts', '../documents/worker.ts'].map((entry) =>
    fileURLToPath(new URL(entry, import.meta.url)),
  ) as [string, string];
  // As in scripts/build.js: bundled CommonJS packages ask for Node's own modules with require().
  const js = "import{createRequire as nodeRequire}from'node:module';const require=nodeRequire(import.meta.url);";
  const target = { format: 'esm', platform: 'node', target: 'node20', banner: { js } } as const;
  const outExtension = { '.js': '.mjs' };
  buildSync({ entryPoints: { search, documents }, outdir: folder, outExtension, bundle: true, ...target });
  return {
    search: pathToFileURL(join(folder, 'search.mjs')),
    documents: pathToFileURL(join(folder, 'documents.mjs')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
