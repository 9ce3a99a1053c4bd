import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const WORKERS = [
  'src/engines/judge/embed/minilm-worker.js',
  'src/engines/library/journal/sqlite/checkpoint-worker.js',
  'src/engines/library/journal/sqlite/text-index-worker.js',
  'src/engines/library/markdown/markdown-worker.js',
  'src/engines/library/search/grep-worker.js',
];

/** Imports TypeScript modules as one bundle: what `contents` exports, with paths below the repository. */
export async function importTypeScript(contents) {
  // Inside of node_modules, where packages that are not bundled are found; their files and workers come along beside it.
  const folder = mkdtempSync(join('node_modules', '.quartet-'));
  try {
    const outfile = join(folder, 'bundle.js');
    const common = { bundle: true, format: 'esm', platform: 'node', packages: 'external', logLevel: 'warning' };
    await build({ ...common, stdin: { contents, resolveDir: '.', loader: 'ts' }, outfile });
    await build({ ...common, entryPoints: WORKERS, outdir: folder, entryNames: '[name]' });
    const module = await import(pathToFileURL(outfile).href);
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return module;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
