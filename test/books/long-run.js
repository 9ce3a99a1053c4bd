import { rm } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** A TypeScript module of the tests, for a script; run from the project's folder. */
export async function longRun(source) {
  const outfile = resolve('node_modules/.cache/quartet-test', `${basename(source, '.ts')}-${process.pid}.js`);
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
  });
  const module = await import(pathToFileURL(outfile).href);
  await rm(outfile);
  return module;
}
