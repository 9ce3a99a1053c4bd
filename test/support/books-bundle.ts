import { build } from 'esbuild';
import { resolve } from 'node:path';

/** One file that node runs, from a TypeScript source of the tests; gives its path. Run from the project's folder. */
export async function bundle(source: string, name: string): Promise<string> {
  const outfile = resolve('node_modules/.cache/quartet-test', `${name}-${process.pid}.js`);
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['@photostructure/sqlite'],
    logLevel: 'error',
    banner: {
      js: "import{createRequire as nodeRequire}from'node:module';const require=nodeRequire(import.meta.url);",
    },
  });
  return outfile;
}
