import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { SEARCH_WORKERS, WORKERS } from '../../../scripts/bundles.js';

/** Builds the process that runs cases, with its threads beside it; packages stay outside, so that stacks tell whose code it is. Gives its folder. */
export async function buildChild() {
  const folder = resolve(mkdtempSync(join('node_modules', '.quartet-')));
  await build({
    entryPoints: ['test/soak/fuzz/child.ts', ...WORKERS.entryPoints, ...SEARCH_WORKERS.entryPoints].map(asEntry),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    sourcemap: 'linked',
    logLevel: 'warning',
  });
  return folder;
}

function asEntry(entry) {
  if (typeof entry !== 'string') return entry;
  const name = entry.slice(entry.lastIndexOf('/') + 1, entry.lastIndexOf('.'));
  return { in: entry, out: name };
}
