import { access } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { atcoder } from '../../../engines/judge/sync/atcoder.ts';
import { codeforces } from '../../../engines/judge/sync/codeforces.ts';
import { SyncFailure } from '../../../engines/judge/sync/failure.ts';
import { importFile } from '../../../engines/judge/sync/import.ts';
import { leetcode } from '../../../engines/judge/sync/leetcode.ts';
import { luogu, spoj } from '../../../engines/judge/sync/luogu.ts';
import type { Platform } from '../../../engines/judge/sync/platform.ts';
import { sync } from '../../../engines/judge/sync/sync.ts';
import { untilInterrupted } from '../../terminal/interrupt.ts';
import { Progress } from '../../terminal/progress.ts';
import { suggestion, UsageError } from '../../terminal/usage.ts';
import { type JudgeFlags, onStore, wholeNumber } from './judge.ts';
import { proxiesOf } from './open.ts';
import type { PLATFORM_NAMES } from './platform-names.ts';

export interface ImportFlags extends JudgeFlags {
  readonly update?: boolean;
}

export interface SyncFlags extends ImportFlags {
  readonly statements?: boolean;
  readonly mirror?: string;
  readonly gap?: string;
}

const PLATFORMS: Readonly<Record<PlatformName, (mirror: string | undefined) => Platform>> = {
  codeforces,
  atcoder: (mirror) => (mirror === undefined ? atcoder() : atcoder({ lists: mirror, tasks: mirror })),
  leetcode: (mirror) => (mirror === undefined ? leetcode() : leetcode({ site: mirror, ratings: mirror })),
  luogu,
  spoj,
};

type PlatformName = (typeof PLATFORM_NAMES)[number];

/** Fetches the problems of a platform; interrupted, it goes on where it was when it is started again. */
export async function syncPlatform(name: string, flags: SyncFlags): Promise<number> {
  const platform = platformNamed(name, flags.mirror);
  if (flags.gap !== undefined && flags.mirror === undefined)
    throw new UsageError('--gap is for a --mirror; the platforms themselves set the pace');
  const gapMs = flags.gap === undefined ? undefined : wholeNumber('--gap', flags.gap, 600_000);
  return reporting(name, (bar, signal) =>
    onStore(flags, async ({ store }) => {
      const { added, statements, without, refused } = await sync(store, platform, {
        statements: flags.statements === true,
        update: flags.update === true,
        gapMs,
        now: () => new Date(Date.now()),
        sleep: (milliseconds) => sleep(milliseconds, undefined, { signal }),
        signal,
        proxy: proxiesOf(process.env),
        onProgress: (_, done, total) => bar.show(done, total),
      });
      bar.end();
      const fetched = flags.statements ? `, ${statements} statements, ${without} problems without one` : '';
      process.stdout.write(`${name}: ${added} new problems${fetched}. There are ${store.count(name)}.\n`);
      if (refused === undefined) return 0;
      process.stderr.write(`quartet: the statements were given up: ${refused}\n`);
      return 1;
    }),
  );
}

/** Stores the problems of a file. */
export async function importProblems(file: string, flags: ImportFlags): Promise<number> {
  try {
    await access(file);
  } catch {
    throw new UsageError(`${file} cannot be read`);
  }
  return reporting('import', (bar, signal) =>
    onStore(flags, async ({ store }) => {
      const onProgress = (done: number, total: number) => {
        signal.throwIfAborted();
        bar.show(done, total);
      };
      const { read, changed } = await importFile(store, file, { update: flags.update === true, onProgress });
      bar.end();
      process.stdout.write(`${read} problems read, ${changed} of them new or changed.\n`);
      return 0;
    }),
  );
}

async function reporting(
  title: string,
  work: (bar: Progress, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const bar = new Progress(process.stderr, title);
  const advice = 'Start it again to go on from here.';
  try {
    return await untilInterrupted((signal) => work(bar, signal), { advice, progress: bar });
  } catch (error) {
    bar.end();
    if (!(error instanceof SyncFailure)) throw error;
    process.stderr.write(`quartet: ${error.message}\n`);
    return 1;
  } finally {
    bar.end();
  }
}

function isPlatformName(name: string): name is PlatformName {
  return Object.hasOwn(PLATFORMS, name);
}

function platformNamed(name: string, mirror: string | undefined): Platform {
  if (mirror !== undefined && !URL.canParse(mirror)) throw new UsageError('--mirror needs a URL');
  const make = isPlatformName(name) ? PLATFORMS[name] : undefined;
  if (make === undefined)
    throw new UsageError(`there is no platform '${name}' to sync. ${suggestion(name, Object.keys(PLATFORMS))}`);
  return make(mirror?.replace(/\/+$/, ''));
}
