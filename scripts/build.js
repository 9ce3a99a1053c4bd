import { rmSync } from 'node:fs';
import { build } from 'esbuild';

const shims = new URL('./sdk-shims.js', import.meta.url).pathname;

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: ['src/cli/main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  chunkNames: 'chunks/[name]-[hash]',
  legalComments: 'none',
  // Bundled CommonJS packages still ask for Node's own modules with require().
  banner: { js: "import{createRequire as nodeRequire}from'node:module';const require=nodeRequire(import.meta.url);" },
  plugins: [
    {
      name: 'sdk-shims',
      setup({ onResolve }) {
        onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({ path: shims }));
      },
    },
  ],
});
