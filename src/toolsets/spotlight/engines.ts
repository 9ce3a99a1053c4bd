import { ConfigurationFailure } from '../../kernel/errors.ts';
import type { Engine } from './engine.ts';
import { createNaiveEngine } from './naive-engine.testing.ts';

/** How an engine is to work. */
export interface EngineSettings {
  /** The longest that one search may take. */
  readonly budgetMs: number;
  /** Also search what is usually in the way: dependencies and build output. */
  readonly everything: boolean;
  /** Watch directories between searches. */
  readonly watch: boolean;
}

/** Brings up the engine of that name. */
export async function createEngine(name: string, settings: EngineSettings): Promise<Engine> {
  switch (name) {
    case 'portable':
    case 'auto':
      return createNaiveEngine(settings);
    case 'mdfind':
      throw new ConfigurationFailure('--engine mdfind needs macOS. Leave it out to search on any system.');
    default:
      throw new ConfigurationFailure('--engine must be portable, mdfind or auto.');
  }
}
