import { StorageFailure } from '../storage/storage.ts';
import type { VersionStore } from '../storage/version-store.ts';

export interface VersionsReport {
  readonly versions: number;
  readonly copied_versions: number;
}

export interface BringOptions {
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** Told of what could not be brought. */
  readonly onLost: (sha256: string, reason: string) => void;
}

/** Brings the kept versions of one storage into another. The journal, which names them by their hashes, finds them there. */
export async function bringVersions(
  source: VersionStore | undefined,
  target: VersionStore | undefined,
  { dryRun, signal, onLost }: BringOptions,
): Promise<VersionsReport> {
  if (source === undefined || target === undefined) return { versions: 0, copied_versions: 0 };
  const there = new Set<string>();
  for await (const { sha256 } of target.all(signal)) there.add(sha256);
  const seen = new Set<string>();
  let copied = 0;
  for await (const object of source.all(signal)) {
    const { sha256 } = object;
    if (seen.has(sha256)) continue;
    if (!there.has(sha256)) {
      const bytes = await source.read(object);
      if (!Buffer.isBuffer(bytes)) {
        // Another copy of it may be whole.
        onLost(sha256, `a kept version is ${bytes}`);
        continue;
      }
      if (!dryRun) await arrived(target, bytes, sha256);
      copied++;
    }
    seen.add(sha256);
  }
  return { versions: seen.size, copied_versions: copied };
}

async function arrived(target: VersionStore, bytes: Buffer, sha256: string): Promise<void> {
  const back = await target.read(await target.keep(bytes, sha256));
  if (!Buffer.isBuffer(back)) throw new StorageFailure('What was written is not what is read back.', false);
}
