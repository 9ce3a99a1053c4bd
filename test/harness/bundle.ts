import { basename, resolve } from 'node:path';
import { build } from 'esbuild';

/** A folder with a program that node runs, made from a TypeScript source of the tests. Run from the project's folder. */
export async function bundle(source: string): Promise<{ folder: string; program: string }> {
  const name = basename(source, '.ts');
  const folder = resolve('node_modules/.cache/quartet-test', `${name}-${process.pid}`);
  await build({
    entryPoints: [source],
    outdir: folder,
    bundle: true,
    // What is imported late goes into files of its own, as in the real build.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['@photostructure/sqlite', 'pg-native'],
    logLevel: 'error',
    banner: {
      js: "import{createRequire as nodeRequire}from'node:module';const require=nodeRequire(import.meta.url);",
    },
  });
  return { folder, program: resolve(folder, `${name}.js`) };
}
