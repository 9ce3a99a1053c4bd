import type { Settings } from '../settings.ts';
import { UsageError } from '../usage.ts';
import { withLibrary } from './session.ts';

export interface GcFlags {
  readonly archivesOlderThan?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 2;

/** Clears old archives and what crashes have left. */
export function clearGarbage(flags: GcFlags, settings: Settings): Promise<number> {
  const hours = flags.archivesOlderThan === undefined ? DEFAULT_HOURS : Number(flags.archivesOlderThan);
  if (!(hours >= 0) || flags.archivesOlderThan?.trim() === '') {
    throw new UsageError('--archives-older-than must be a number of hours');
  }
  return withLibrary('gc', settings, false, async ({ care, world }) => {
    const options = { now: new Date(), archivesUnusedMs: hours * HOUR_MS, dryRun: flags.dryRun === true };
    const done = await care.collectGarbage(world.library, world.shelf, options);
    const { archives, archive_bytes, staged_files, settled_changes } = done;
    const what = `${archives} archives (${archive_bytes} bytes), ${staged_files} staged files, ${settled_changes} interrupted changes`;
    const sentence = done.dry_run ? `Would clear ${what}.\n` : `Cleared ${what}.\n`;
    process.stdout.write(flags.json ? `${JSON.stringify(done, undefined, 2)}\n` : sentence);
    return 0;
  });
}
