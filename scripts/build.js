import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build } from 'esbuild';
import { buildConsole } from './build-console.js';
import { BUNDLED, bundledPackages } from './bundled-packages.js';
import { DOCUMENT_WORKER, EXPORTS, programBundle, SEARCH_WORKER, SHARED_PACKAGES, WORKERS } from './bundles.js';
import { buildDemoBook } from './demo-book.js';

rmSync('dist', { recursive: true, force: true });
const built = [await build({ ...(await programBundle()), metafile: true })];
for (const bundle of [SHARED_PACKAGES, WORKERS, SEARCH_WORKER, DOCUMENT_WORKER, EXPORTS])
  built.push(await build({ ...bundle, metafile: true }));
built.push(await buildConsole());
buildDemoBook('dist');

mkdirSync(dirname(BUNDLED), { recursive: true });
// Several builds may share these packages, and somebody may be reading.
const fresh = `${BUNDLED}.${process.pid}`;
writeFileSync(fresh, JSON.stringify(bundledPackages(built)));
renameSync(fresh, BUNDLED);
