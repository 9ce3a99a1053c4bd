import type { Quota, Quotas } from '../../../engines/library/journal/journal.ts';
import type { OptionValues } from '../../../kernel/toolset.ts';
import { ConfigurationFailure } from '../../../lib/failures.ts';

const MB = 1_048_576;

/** By which option a quota is set, and what one of its units is. */
const OPTIONS = {
  library_bytes: { key: 'quotaLibraryMb', flag: '--quota-library-mb', unit: MB },
  library_files: { key: 'quotaLibraryFiles', flag: '--quota-library-files', unit: 1 },
  user_bytes: { key: 'quotaUserMb', flag: '--quota-user-mb', unit: MB },
  user_overlays: { key: 'quotaUserOverlays', flag: '--quota-user-overlays', unit: 1 },
} as const satisfies Record<Quota, { key: string; flag: string; unit: number }>;

const NAMES = Object.keys(OPTIONS) as Quota[];

/** Reads the quotas from the options; undefined when there are none. */
export function readQuotas(options: OptionValues): Quotas | undefined {
  const limits = NAMES.map((name) => [name, limitOf(name, options)] as const);
  const set = limits.filter(([, limit]) => limit > 0);
  return set.length > 0 ? Object.fromEntries(set) : undefined;
}

function limitOf(name: Quota, options: OptionValues): number {
  const { key, flag, unit } = OPTIONS[name];
  const text = options[key] ?? '0';
  if (/^\d{1,9}$/.test(text)) return Number(text) * unit;
  throw new ConfigurationFailure(`${flag} must be a whole number, 0 for no limit.`);
}
