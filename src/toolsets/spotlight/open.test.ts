import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../engines/filesearch/testing/folders.ts';
import { keepingLog } from '../../kernel/testing/toolsets.ts';
import { ConfigurationFailure } from '../../lib/failures.ts';
import { closeSpotlight, engineSettings, openSpotlight } from './open.ts';

const S = temporaryFolder();

describe('options', () => {
  it('have defaults', () => {
    const meaning = { openEmbedder: expect.any(Function), waitMs: 3000 };
    expect(engineSettings({})).toEqual({ budgetMs: 10_000, everything: false, watch: true, accelerate: true, meaning });
  });

  it('are read', () => {
    expect(engineSettings({ budget: '500', all: 'yes', watch: 'no' })).toEqual({
      budgetMs: 500,
      everything: true,
      watch: false,
      accelerate: true,
      meaning: { openEmbedder: expect.any(Function), waitMs: 150 },
    });
    expect(engineSettings({ all: '0', watch: '1' })).toMatchObject({ everything: false, watch: true });
  });

  it.each(['', '9', '300001', '1e3', '-5', 'ten', '10.5'])('R57: a budget of %j is refused', (budget) => {
    expect(() => engineSettings({ budget })).toThrow(ConfigurationFailure);
  });

  it.each(['ripgrep', 'constructor', ''])('the engine %j is refused', async (engine) => {
    await expect(openSpotlight({ allow: S, engine }, keepingLog().log)).rejects.toThrow(ConfigurationFailure);
  });
});

it('R61: tells that it starts, has started and ends', async () => {
  const { log, events } = keepingLog();
  const world = await openSpotlight({ allow: S }, log);
  expect(world.now()).toBeGreaterThan(Date.UTC(2024, 0, 1));
  await closeSpotlight(world);
  expect(events.map(({ level, message }) => [level, message])).toEqual([
    ['info', 'starting'],
    ['info', 'started'],
    ['info', 'shutdown'],
  ]);
});

describe('--cache', () => {
  it('names a directory of our own, which is made', () => {
    const cache = join(S, 'new', 'cache');
    expect(engineSettings({ cache })).toMatchObject({ cacheFolder: cache });
    expect(statSync(cache).mode & 0o777).toBe(0o700);
    expect(engineSettings({ cache: '' })).not.toHaveProperty('cacheFolder');
  });

  it('is refused when it is no directory', () => {
    writeFileSync(join(S, 'file'), '');
    expect(() => engineSettings({ cache: join(S, 'file') })).toThrow(
      /is not a directory; name a directory of your own/,
    );
  });
});
