import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'esbuild';

const SHARED = 'quartet:shared';

/**
 * The bundler puts what is reached by the same set of lazily loaded parts into one file. This lets every part of our own
 * reach all that a server loads at its start, so that it lies in one file: opening ten small ones instead costs a server
 * a tenth of its start.
 */
export async function oneSharedChunk(options) {
  const { metafile } = await build({ ...options, minify: false, write: false, metafile: true });
  const { inputs, outputs } = metafile;
  const [main] = options.entryPoints;
  const entry = Object.values(outputs).find(({ entryPoint }) => entryPoint?.endsWith(main)).entryPoint;
  const source = entry.slice(0, -main.length).concat('src/');
  const isOwn = (path) => path.startsWith(source) && path.endsWith('.ts');

  // The start itself needs only the types of the last one, but every toolset needs more.
  const atStart = [...reached(inputs, entry), `${source}kernel/tool.ts`].filter(
    (path) => isOwn(path) && path !== entry,
  );
  const parts = new Set([entry, ...lazyParts(inputs).filter(isOwn)].map((path) => resolve(path)));
  return {
    name: 'one-shared-chunk',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^quartet:/ }, ({ path }) => ({ path, namespace: 'quartet' }));
      onLoad({ filter: /./, namespace: 'quartet' }, () => ({ contents: holding(atStart), resolveDir: resolve() }));
      onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, async ({ path }) => {
        if (!parts.has(path)) return undefined;
        return { contents: `${await readFile(path, 'utf8')}\nimport '${SHARED}';`, loader: 'ts' };
      });
    },
  };
}

/** All that is loaded with a part, itself included. */
function reached(inputs, start) {
  const found = new Set([start]);
  for (const path of found) {
    for (const { kind, external, path: next } of inputs[path].imports) {
      if (kind === 'import-statement' && !external) found.add(next);
    }
  }
  return found;
}

function lazyParts(inputs) {
  const imports = Object.values(inputs).flatMap((input) => input.imports);
  return imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path);
}

/** A module that needs all of some others; the assignment keeps it from looking unused. */
function holding(paths) {
  const imports = paths.map((path, at) => `import * as m${at} from ${JSON.stringify(resolve(path))};`);
  const names = paths.map((_, at) => `m${at}`);
  return `${imports.join('\n')}\nObject.assign(globalThis, { [Symbol.for('quartet.shared')]: [${names}] });`;
}
