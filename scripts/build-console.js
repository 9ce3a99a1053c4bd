// Builds the page for people into dist/console: one script and one style to begin with, the rest when it is needed.
import { copyFileSync } from 'node:fs';
import { build } from 'esbuild';

export async function buildConsole() {
  const built = await build({
    entryPoints: { main: 'src/console/main.tsx' },
    outdir: 'dist/console',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    chunkNames: '[name]-[hash]',
    // Prism's languages look for it where a script in a page would.
    define: { global: 'globalThis' },
    legalComments: 'none',
    tsconfig: 'src/console/tsconfig.json',
    metafile: true,
  });
  for (const file of ['index.html', 'icon.svg']) copyFileSync(`src/console/${file}`, `dist/console/${file}`);
  return built;
}
