import type { ArchiveStore } from '../../engines/library/archive/archive-store.ts';
import type { AuditTrail } from '../../engines/library/commit/audit-trail.ts';
import type { Library } from '../../engines/library/commit/library.ts';
import type { Sweeper } from '../../engines/library/commit/sweeper.ts';
import type { TextSearch } from '../../engines/library/fulltext/text-search.ts';
import type { ChainVerdicts } from '../../engines/library/maintenance/chain-verdict.ts';
import type { ChainWatch } from '../../engines/library/maintenance/chain-watch.ts';
import type { FactsReader } from '../../engines/library/markdown/lesson-facts.ts';
import type { MarkdownParser } from '../../engines/library/markdown/markdown-parser.ts';
import type { StorageKey } from '../../engines/library/model/files.ts';
import type { Grepper } from '../../engines/library/search/grep.ts';
import type { Texts } from '../../engines/library/search/texts.ts';
import type { Call, Caller } from '../../kernel/tool.ts';
import type { Fact } from '../../kernel/toolset.ts';
import type { LessonCache } from './lesson-cache.ts';
import type { BooksMeters } from './meters.ts';
import type { ArchiveTimes } from './settings/settings.ts';
import type { Uploads } from './uploads.ts';

/** What the tools work with. */
export interface BooksWorld {
  readonly library: Library;
  readonly lessons: LessonCache;
  readonly sweeper: Sweeper | undefined;
  readonly audit: AuditTrail;
  readonly chains: ChainVerdicts;
  readonly texts: Texts;
  readonly grepper: Grepper;
  readonly textSearch: TextSearch;
  readonly markdown: MarkdownParser;
  readonly lessonFacts: FactsReader;
  readonly archives: ArchiveStore;
  readonly archiveTimes: ArchiveTimes;
  readonly meters: BooksMeters;
  /** Only where somebody reads the metrics. */
  readonly chainWatch?: ChainWatch;
  /** The largest asset that a call may carry. */
  readonly maxUploadBytes: number;
  /** Larger ones. */
  readonly uploads: Uploads;
  /** What a token must allow to delete a shared lesson. */
  readonly deleteScope: string;
  /** Where everything is. */
  readonly settingFacts: readonly Fact[];
  /** Throws when storage or journal cannot be reached. */
  check(): Promise<void>;
  /** Where an asset can be fetched. */
  assetUrl(key: StorageKey): string;
  /** Where an archive can be fetched until a moment. */
  archiveUrl(key: StorageKey, expires: Date): string;
  /** By which name a caller is in the audit log. */
  agentOf(caller: Caller): string;
}

export type BooksCall = Call<BooksWorld>;
