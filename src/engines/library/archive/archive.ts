import { setMaxListeners } from 'node:events';
import type { Storage } from '../storage/storage.ts';
import type { ArchiveStore } from './archive-store.ts';
import { Interrupted, type Member, MemberFailure } from './member.ts';
import { checkNames } from './names.ts';
import { PackingAhead } from './packing-ahead.ts';
import { ZipWriter } from './zip-writer.ts';

export interface ArchiveOptions {
  readonly storage: Storage;
  /** What goes in, in the order it goes in. */
  readonly members: readonly Member[];
  readonly archives: ArchiveStore;
  /** The archive's name in the store. */
  readonly name: string;
  /** Gives the whole archive up. */
  readonly signal?: AbortSignal;
  /** After this time the archive is closed with what is in it. */
  readonly timeLimitMs?: number;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface ArchiveResult {
  readonly status: 'success' | 'partial';
  readonly fileCount: number;
  /** Uncompressed. */
  readonly totalSizeBytes: number;
  readonly archiveSizeBytes: number;
  /** Members that could not be read, or that changed while they were read. */
  readonly errors: readonly { readonly path: string; readonly error: string }[];
  /** Names of the members that the time limit left out. */
  readonly remaining: readonly string[];
  readonly elapsedMs: number;
}

const DEFAULT_TIME_LIMIT_MS = 60_000;
const TOO_SLOW = 'This file alone takes longer than an archive may take.';

/** Packs members into a ZIP in the store: streamed, reproducible, published at once or not at all. */
export async function createArchive(options: ArchiveOptions): Promise<ArchiveResult> {
  const { archives, name, members, signal } = options;
  const started = performance.now();
  await checkNames(members);
  signal?.throwIfAborted();
  const sink = await archives.create(name);
  try {
    const zip = new ZipWriter(sink);
    const { errors, remaining } = await fill(zip, options);
    const archiveSizeBytes = await zip.finish();
    signal?.throwIfAborted();
    await sink.commit(archiveSizeBytes);
    return {
      status: errors.length + remaining.length === 0 ? 'success' : 'partial',
      fileCount: zip.count,
      totalSizeBytes: zip.totalSize,
      archiveSizeBytes,
      errors,
      remaining,
      elapsedMs: Math.round(performance.now() - started),
    };
  } catch (error) {
    await sink.abort();
    throw error;
  }
}

async function fill(zip: ZipWriter, options: ArchiveOptions) {
  const { storage, members, signal, onProgress, timeLimitMs = DEFAULT_TIME_LIMIT_MS } = options;
  const errors: { path: string; error: string }[] = [];
  const remaining: string[] = [];
  const limit = AbortSignal.timeout(timeLimitMs);
  const stop = new AbortController();
  const anyEnd = AbortSignal.any([limit, stop.signal, ...(signal ? [signal] : [])]);
  // Every member that is being read listens.
  setMaxListeners(0, anyEnd);
  const packing = new PackingAhead(storage, members, anyEnd);
  try {
    for (const [index, member] of members.entries()) {
      // Later ones may be packed already; the rest begins where this archive ends, so that no file is in both.
      if (remaining.length > 0) {
        remaining.push(member.name);
        continue;
      }
      try {
        const packed = await packing.take(index);
        if (packed) await zip.add(member, packed);
        else await zip.stream(member, storage, anyEnd);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof Interrupted && zip.count + errors.length === 0) {
          // Else a caller that asks for the rest would get the same answer for ever.
          errors.push({ path: member.name, error: TOO_SLOW });
        } else if (error instanceof Interrupted) remaining.push(member.name);
        else if (error instanceof MemberFailure) errors.push({ path: member.name, error: error.message });
        else throw error;
      }
      onProgress?.(index + 1, members.length);
    }
    return { errors, remaining };
  } finally {
    stop.abort();
  }
}
