import { ConfigurationFailure } from '../../kernel/errors.ts';
import type { Engine } from './engine.ts';
import { createMdfindEngine } from './mdfind/engine.ts';
import { PortableEngine } from './portable/engine.ts';
import { exclusionOf } from './portable/exclusions.ts';
import { isOfKind } from './portable/kind-of.ts';

/** How an engine is to work. */
export interface EngineSettings {
  /** The longest that one search may take. */
  readonly budgetMs: number;
  /** Also search what is usually in the way: dependencies and build output. */
  readonly everything: boolean;
  /** Watch directories between searches. */
  readonly watch: boolean;
  /** Remember between searches what could be where; off for one search only. */
  readonly accelerate: boolean;
}

const SIGNATURE_BYTES = 256 * 1024 * 1024;

/** Brings up the engine of that name. */
export function createEngine(name: string, settings: EngineSettings): Engine {
  switch (name) {
    case 'portable':
      return portableEngine(settings);
    case 'mdfind':
      return askingSpotlight(settings);
    case 'auto':
      return process.platform === 'darwin' ? askingSpotlight(settings) : portableEngine(settings);
    default:
      throw new ConfigurationFailure('--engine must be portable, mdfind or auto.');
  }
}

function portableEngine({ budgetMs, everything, watch, accelerate }: EngineSettings): PortableEngine {
  const workerFile = new URL('./spotlight-worker.js', import.meta.url);
  const signatureBytes = SIGNATURE_BYTES;
  return new PortableEngine({ budgetMs, watch, accelerate, all: everything, signatureBytes, workerFile });
}

function askingSpotlight(settings: EngineSettings): Engine {
  const portable = portableEngine(settings);
  return createMdfindEngine({
    portable,
    budgetMs: settings.budgetMs,
    now: () => Date.now(),
    verify: (query, paths, request) => portable.among(query, paths, request),
    admits: exclusionOf({ all: settings.everything }),
    isOfKind,
  });
}
