import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { DOCUMENT_WORKER, SEARCH_WORKER, SHARED_PACKAGES, WORKERS } from '../../../scripts/bundles.js';

/** Builds the process that runs cases, with its threads beside it; packages stay outside, so that stacks tell whose code it is. Gives its folder. */
export async function buildChild() {
  const folder = resolve(mkdtempSync(join('node_modules', '.quartet-')));
  await build({
    entryPoints: ['test/soak/fuzz/child.ts', ...WORKERS.entryPoints, ...DOCUMENT_WORKER.entryPoints].map(asEntry),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    sourcemap: 'linked',
    logLevel: 'warning',
  });
  // As CommonJS it cannot ask for packages of the other sort: they are in it, or beside it.
  for (const bundle of [SEARCH_WORKER, SHARED_PACKAGES])
    await build({ ...bundle, outdir: folder, minify: false, sourcemap: 'linked', logLevel: 'warning' });
  return folder;
}

function asEntry(entry) {
  if (typeof entry !== 'string') return entry;
  const name = entry.slice(entry.lastIndexOf('/') + 1, entry.lastIndexOf('.'));
  return { in: entry, out: name };
}
