import { resolve } from 'node:path';
import { AllowedRoots } from '../../engines/filesearch/allowed-roots.ts';
import { createEngine, type EngineSettings } from '../../engines/filesearch/choose-engine.ts';
import { Readers } from '../../engines/filesearch/documents/readers.ts';
import { prepareCacheFolder, type Unfit } from '../../engines/filesearch/index/cache-folder.ts';
import { isOn, listOf, type OptionValues } from '../../kernel/toolset.ts';
import { ConfigurationFailure } from '../../lib/failures.ts';
import type { Log } from '../../lib/log.ts';
import { openEmbedder } from './open-embedder.ts';
import { DEFAULT_BUDGET_MS, MAX_BUDGET_MS, MIN_BUDGET_MS } from './options.ts';
import type { SpotlightWorld } from './spotlight-tool.ts';

/** Of the time for a search, how much it may wait for vectors that are not made yet. */
const SHARE_FOR_MEANING = 0.3;

/** Brings up what the tools need, as the options say. */
export async function openSpotlight(options: OptionValues, log: Log): Promise<SpotlightWorld> {
  log.info?.({}, 'starting');
  const settings = engineSettings(options);
  const allowedRoots = await AllowedRoots.open(listOf(options.allow));
  const readers = new Readers();
  const engine = createEngine(options.engine ?? 'auto', settings, readers);
  engine.warmUp?.(allowedRoots.roots);
  log.info?.({}, 'started');
  const fullMetadata = isOn(options.fullMetadata);
  return { engine, allowedRoots, documents: readers, fullMetadata, log, now: () => Date.now() };
}

export async function closeSpotlight({ engine, log }: SpotlightWorld): Promise<void> {
  await engine.close();
  log.info?.({}, 'shutdown');
}

export function engineSettings({ budget, all, cache, watch = 'yes' }: OptionValues): EngineSettings {
  const budgetMs = budget === undefined ? DEFAULT_BUDGET_MS : /^\d{1,9}$/.test(budget) ? Number(budget) : Number.NaN;
  if (!(budgetMs >= MIN_BUDGET_MS && budgetMs <= MAX_BUDGET_MS)) {
    throw new ConfigurationFailure(
      `--budget must be a number of milliseconds from ${MIN_BUDGET_MS} to ${MAX_BUDGET_MS}.`,
    );
  }
  const meaning = { openEmbedder, waitMs: budgetMs * SHARE_FOR_MEANING };
  const cacheFolder = cache === undefined || cache === '' ? {} : { cacheFolder: preparedCache(cache) };
  return { budgetMs, everything: isOn(all), watch: isOn(watch), accelerate: true, meaning, ...cacheFolder };
}

const WHY: Record<Unfit, string> = {
  'no folder': 'is not a directory',
  'not yours': 'belongs to another user',
  'not writable': 'cannot be made or written',
};

function preparedCache(folder: string): string {
  const path = resolve(folder);
  const unfit = prepareCacheFolder(path);
  if (unfit)
    throw new ConfigurationFailure(
      `--cache: ${folder} ${WHY[unfit]}; name a directory of your own, or one that is not there yet.`,
    );
  return path;
}
