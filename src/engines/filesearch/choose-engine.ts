import { totalmem } from 'node:os';
import { ConfigurationFailure } from '../../lib/failures.ts';
import { Readers } from './documents/readers.ts';
import type { Engine } from './engine.ts';
import { exclusionOf } from './index/walk.ts';
import { isOfKind } from './match/kind-of.ts';
import { createMdfindEngine } from './mdfind/engine.ts';
import { MeaningEngine, type MeaningOptions } from './meaning/meaning-engine.ts';
import { PortableEngine } from './worker/portable-engine.ts';

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
  /** A folder of ours where signatures and vectors survive the process (default: they do not). */
  readonly cacheFolder?: string | undefined;
  /** How to search by meaning (default: not at all). */
  readonly meaning?: Omit<MeaningOptions, 'cacheFolder'> | undefined;
}

const MIB = 1024 * 1024;

/** Brings up the engine of that name. It closes the readers of documents with itself. */
export function createEngine(name: string, settings: EngineSettings, readers = new Readers()): Engine {
  const engine = byWords(name, settings, readers);
  const { meaning, cacheFolder } = settings;
  return meaning ? new MeaningEngine(engine, readers, { ...meaning, cacheFolder }) : engine;
}

function byWords(name: string, settings: EngineSettings, readers: Readers): Engine {
  switch (name) {
    case 'portable':
      return portableEngine(settings, readers);
    case 'mdfind':
      return askingSpotlight(settings, readers);
    case 'auto':
      return process.platform === 'darwin' ? askingSpotlight(settings, readers) : portableEngine(settings, readers);
    default:
      throw new ConfigurationFailure('--engine must be portable, mdfind or auto.');
  }
}

/** How much memory indexes may take where there is so much: a thirty-second of it, but enough for 80,000 files, and not more than for some million. */
export function mostIndexBytes(memory: number): number {
  return Math.min(1024 * MIB, Math.max(256 * MIB, memory / 32));
}

function portableEngine(settings: EngineSettings, readers: Readers): PortableEngine {
  const { budgetMs, everything: all, watch, accelerate, cacheFolder } = settings;
  const workerFile = new URL('./spotlight-worker.cjs', import.meta.url);
  const signatureBytes = mostIndexBytes(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY));
  return new PortableEngine({ budgetMs, watch, accelerate, all, cacheFolder, signatureBytes, workerFile, readers });
}

function askingSpotlight(settings: EngineSettings, readers: Readers): Engine {
  const portable = portableEngine(settings, readers);
  return createMdfindEngine({
    portable,
    budgetMs: settings.budgetMs,
    now: () => Date.now(),
    verify: (query, paths, request) => portable.among(query, paths, request),
    admits: exclusionOf({ all: settings.everything }),
    isOfKind,
  });
}
