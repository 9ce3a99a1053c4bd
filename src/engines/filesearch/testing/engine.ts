import { setMaxListeners } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readers, type ThreadLimits } from '../documents/readers.ts';
import type { Engine, Findings } from '../engine.ts';
import { PortableEngine, type PortableOptions } from '../worker/portable-engine.ts';
import { buildWorkers } from './worker.ts';

/** Engines and folders for a test file; `end` closes and removes them. */
export class Bench {
  readonly #workers = buildWorkers();
  readonly #engines: Engine[] = [];
  readonly #folders: string[] = [];

  engine(options: Partial<PortableOptions> = {}): PortableEngine {
    const engine = new PortableEngine({
      workers: 2,
      budgetMs: 30_000,
      signatureBytes: 64 << 20,
      watch: true,
      all: false,
      accelerate: true,
      clockGrainMs: 20,
      workerFile: this.#workers.search,
      readers: this.readers(),
      ...options,
    });
    this.#engines.push(engine);
    return engine;
  }

  /** Readers for an engine, which closes them. */
  readers(limits?: ThreadLimits): Readers {
    return new Readers(this.#workers.documents, limits);
  }

  /** A new folder, with links resolved. */
  folder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quartet-spotlight-')));
    this.#folders.push(folder);
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return folder;
  }

  async end(): Promise<void> {
    await Promise.all(this.#engines.map((engine) => engine.close()));
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
    this.#workers.remove();
  }
}

export const never = new AbortController().signal;
setMaxListeners(0, never);

/** A search with the usual request. */
export function find(engine: Engine, query: string, scope: string, limit = 1000): Promise<Findings> {
  return engine.search(query, { scope, limit, signal: never, snippets: true });
}

export function pathsOf({ hits }: Findings): string[] {
  return hits.map(({ path }) => path);
}

/** Time for the background work on a small scope. */
export function aWhile(ms = 90): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
