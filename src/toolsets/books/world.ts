import type { Annotations, Call, Caller, ToolOutput } from '../../kernel/tool.ts';
import type { ArchiveShelf } from './archive/shelf.ts';
import type { ArchiveTimes } from './archive/times.ts';
import type { AuditTrail } from './audit-trail.ts';
import type { ChainWatch } from './chain-watch.ts';
import type { Library } from './library.ts';
import type { BooksMeters } from './meters.ts';
import type { StorageKey } from './paths.ts';
import type { Readings } from './readings.ts';
import type { Grepper } from './search/grep.ts';
import type { Texts } from './search/texts.ts';
import type { Sweeper } from './sweeper.ts';

/** What the tools work with. */
export interface BooksWorld {
  readonly library: Library;
  readonly readings: Readings;
  readonly sweeper: Sweeper | undefined;
  readonly audit: AuditTrail;
  readonly texts: Texts;
  readonly grepper: Grepper;
  readonly shelf: ArchiveShelf;
  readonly archiveTimes: ArchiveTimes;
  readonly meters: BooksMeters;
  /** Only where somebody reads the metrics. */
  readonly chainWatch?: ChainWatch;
  /** What a token must allow to delete a shared lesson. */
  readonly deleteScope: string;
  /** Throws when storage or journal cannot be reached. */
  check(): Promise<void>;
  /** Where an asset can be fetched. */
  assetUrl(key: StorageKey): string;
  /** Where an archive can be fetched until a moment. */
  archiveUrl(key: StorageKey, expires: Date): string;
  agentOf(caller: Caller): string;
}

export type BooksCall = Call<BooksWorld>;

/** Reads the library, and nothing outside it. */
export const reads: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** A result as the tools of this library give it: JSON as text, and the same as structure. */
export function json<Data extends Record<string, unknown>>(data: Data): ToolOutput<Data> {
  const text = JSON.stringify(data);
  return { text, data, dataText: text };
}

/** A list as the tools give it: the bare array as text, and wrapped as structure. */
export function jsonList<Item>(
  result: readonly Item[],
  meta?: Record<string, unknown>,
): ToolOutput<{ result: Item[] }> {
  const text = JSON.stringify(result);
  return { text, data: { result: [...result] }, dataText: `{"result":${text}}`, ...(meta && { meta }) };
}
