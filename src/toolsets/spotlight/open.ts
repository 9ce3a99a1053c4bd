import { ConfigurationFailure } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { isOn, listOf, type OptionValues } from '../../kernel/toolset.ts';
import { createEngine, type EngineSettings } from './engines.ts';
import { MetadataThread } from './metadata/thread.ts';
import { DEFAULT_BUDGET_MS, MAX_BUDGET_MS, MIN_BUDGET_MS } from './options.ts';
import { Territory } from './scope.ts';
import type { SpotlightWorld } from './world.ts';

/** Brings up what the tools need, as the options say. */
export async function openSpotlight(options: OptionValues, log: Log): Promise<SpotlightWorld> {
  log.info({}, 'starting');
  const settings = engineSettings(options);
  const territory = await Territory.open(listOf(options.allow));
  const engine = createEngine(options.engine ?? 'auto', settings);
  log.info({}, 'started');
  return { engine, territory, metadata: new MetadataThread(), log, now: () => Date.now() };
}

export async function closeSpotlight({ engine, metadata, log }: SpotlightWorld): Promise<void> {
  await Promise.all([engine.close(), metadata.close()]);
  log.info({}, 'shutdown');
}

export function engineSettings({ budget, all, watch = 'yes' }: OptionValues): EngineSettings {
  const budgetMs = budget === undefined ? DEFAULT_BUDGET_MS : /^\d{1,9}$/.test(budget) ? Number(budget) : Number.NaN;
  if (!(budgetMs >= MIN_BUDGET_MS && budgetMs <= MAX_BUDGET_MS)) {
    throw new ConfigurationFailure(
      `--budget must be a number of milliseconds from ${MIN_BUDGET_MS} to ${MAX_BUDGET_MS}.`,
    );
  }
  return { budgetMs, everything: isOn(all), watch: isOn(watch), accelerate: true };
}
