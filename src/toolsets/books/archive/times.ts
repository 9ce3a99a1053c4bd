import { ConfigurationFailure } from '../../../kernel/errors.ts';
import type { OptionValues } from '../../../kernel/toolset.ts';

/** How long things around archives take and last. */
export interface ArchiveTimes {
  /** An archive that takes longer is closed with what is in it. */
  readonly limitSeconds: number;
  /** How long its address works. */
  readonly validSeconds: number;
}

/** The longest that an archive may take. */
export const LONGEST_LIMIT_SECONDS = 600;
// Signed addresses cannot live longer than a week.
const LONGEST_VALID_SECONDS = 604_800;

/** Reads the times of archives from the options. */
export function readArchiveTimes({ archiveTimeout, presignExpiry }: OptionValues): ArchiveTimes {
  return {
    limitSeconds: seconds(
      archiveTimeout,
      60,
      LONGEST_LIMIT_SECONDS,
      '--archive-timeout (PANAVERSITY_ARCHIVE_TIMEOUT_SECONDS)',
    ),
    validSeconds: seconds(
      presignExpiry,
      3600,
      LONGEST_VALID_SECONDS,
      '--presign-expiry (PANAVERSITY_PRESIGN_EXPIRY_SECONDS)',
    ),
  };
}

function seconds(value: string | undefined, fallback: number, most: number, name: string): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (value.trim() !== '' && Number.isSafeInteger(number) && number >= 1 && number <= most) return number;
  throw new ConfigurationFailure(`${name} must be a whole number of seconds from 1 to ${most}.`);
}
