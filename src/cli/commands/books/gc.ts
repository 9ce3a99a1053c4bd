import type { Settings } from '../../options/settings.ts';
import { UsageError } from '../../terminal/usage.ts';
import { printable } from './printable.ts';
import { withLibrary } from './session.ts';

export interface GcFlags {
  readonly archivesOlderThan?: string;
  readonly auditOlderThan?: string;
  readonly keep?: string;
  readonly keepLast?: string;
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
  const now = new Date();
  const dryRun = flags.dryRun === true;
  const before = momentBefore(now, '--audit-older-than', flags.auditOlderThan);
  const versionsBefore = momentBefore(now, '--keep', flags.keep);
  const keepLast = readKeepLast(flags.keepLast);
  const retires = versionsBefore !== undefined || keepLast !== undefined;
  return withLibrary('gc', settings, { writes: !dryRun }, async ({ world, agentId, signal, progress }) => {
    const { collectGarbage, removeOldEntries, retireVersions } = await import('../../../engines/library/index.ts');
    const options = { now, archivesUnusedMs: hours * HOUR_MS, dryRun };
    const done = await collectGarbage(world.library, world.archives, options);
    const retired = before && (await removeOldEntries(world.library.journal, { before, dryRun, agentId, signal }));
    const which = { before: versionsBefore, keepLast, dryRun, signal };
    const old = retires ? await retireVersions(world.library, which) : undefined;
    progress.end();
    const { archives, archive_bytes, staged_files, settled_changes, unsettled_changes: waiting = 0 } = done;
    const what = `${archives} archives (${archive_bytes} bytes), ${staged_files} staged files, ${settled_changes} interrupted changes`;
    const entries = retired ? `, ${retired.entries} audit entries` : '';
    const versions = old ? `, ${old.versions} versions (${old.version_bytes} bytes)` : '';
    const lines = [
      `${dryRun ? 'Would clear' : 'Cleared'} ${what}${entries}${versions}.`,
      ...(waiting > 0 ? [`${waiting} wait until their files can be read: see quartet books verify.`] : []),
      ...(retired?.refused ?? []).map(({ book, reason }) => `kept  ${printable(book)}: ${reason}`),
    ];
    const report = { ...done, ...(retired && { audit_entries: retired.entries, audit_kept: retired.refused }), ...old };
    process.stdout.write(flags.json ? `${JSON.stringify(report, undefined, 2)}\n` : `${lines.join('\n')}\n`);
    return retired !== undefined && retired.refused.length > 0 ? 1 : 0;
  });
}

const AGES: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS };

function momentBefore(now: Date, flag: string, age: string | undefined): Date | undefined {
  if (age === undefined) return undefined;
  const [, count, unit] = /^([1-9]\d{0,4})([hdw])$/.exec(age) ?? [];
  if (count === undefined || unit === undefined)
    throw new UsageError(`${flag} must be an age such as 90d: a number of hours (h), days (d) or weeks (w)`);
  return new Date(Math.max(0, now.getTime() - Number(count) * (AGES[unit] ?? 0)));
}

function readKeepLast(text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,8}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new UsageError('--keep-last must be a whole number above 0');
}
