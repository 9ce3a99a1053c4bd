import { type Engine, type FileInfo, type Findings, LISTED, type SearchRequest, type TextRequest } from '../engine.ts';
import { PreparedFilter } from '../match/file-filter.ts';
import type { Kind } from '../types/kind.ts';
import { askSpotlight } from './candidates.ts';
import { kindPredicate, recentPredicate, textPredicate } from './predicate.ts';
import { byAge, verifyCandidates } from './verification.ts';
import { Volumes } from './volume.ts';

export interface MdfindOptions {
  /** Answers where Spotlight cannot, or has nothing. */
  readonly portable: Engine;
  readonly budgetMs: number;
  readonly now: () => number;
  /** Searches the text and the names of these files, and ranks those that match. */
  readonly verify: (query: string, paths: readonly string[], request: TextRequest) => Promise<Findings>;
  /** Whether a path below the scope is one that searches look at. */
  readonly admits: (path: string, scope: string) => boolean | Promise<boolean>;
  readonly isOfKind: (kind: Kind, path: string) => boolean | Promise<boolean>;
}

type Keeps = (file: FileInfo) => boolean | Promise<boolean>;

/** The engine that lets macOS name the candidates. What it names is looked at before it counts. */
export function createMdfindEngine(options: MdfindOptions): Engine {
  const { portable, budgetMs, verify, admits, isOfKind } = options;
  const volumes = new Volumes(options.now);

  /** Files of the scope that Spotlight named and that are still there, or why there are none. */
  async function candidates(predicate: string, { scope, signal }: SearchRequest): Promise<Named | string> {
    if (!(await volumes.isIndexed(scope)))
      return 'Spotlight keeps no index of this volume, so the files were looked at.';
    try {
      // Half of the time is left for a look at what it names.
      const { paths, complete } = await askSpotlight(scope, predicate, { signal, timeMs: budgetMs / 2 });
      const { files, dropped } = await verifyCandidates(scope, paths, signal);
      return { files: await filtered(files, ({ path }) => admits(path, scope)), dropped, complete };
    } catch {
      signal.throwIfAborted();
      return 'Spotlight could not be asked, so the files were looked at.';
    }
  }

  /** Goes by Spotlight; where it cannot say, or says that there is nothing, the files have the last word. */
  async function answer(
    predicate: string | undefined,
    request: SearchRequest,
    fromNamed: (named: Named) => Promise<Findings>,
    fromFiles: () => Promise<Findings>,
  ): Promise<Findings> {
    if (predicate === undefined) return fromFiles();
    const named = await candidates(predicate, request);
    if (typeof named === 'string') return { ...(await fromFiles()), note: named };
    const findings = await fromNamed(named);
    return findings.hits.length > 0 ? findings : fromFiles();
  }

  const listed = (request: SearchRequest, keeps: Keeps) => async (named: Named) => {
    const filter = new PreparedFilter(request.filter);
    return newest(
      await filtered(await filtered(named.files, (file) => filter.accepts(file)), keeps),
      named,
      request.limit,
    );
  };

  return {
    name: 'mdfind',
    search: (query, request) =>
      answer(
        request.regex ? undefined : textPredicate(query),
        request,
        async (named) => {
          const paths = named.files.map(({ path }) => path);
          const found = await verify(query, paths, request);
          return { ...found, complete: found.complete && named.complete, engine: 'mdfind' };
        },
        () => portable.search(query, request),
      ),
    byKind: (kind, request) =>
      answer(
        request.conditions ? undefined : kindPredicate(kind),
        request,
        listed(request, ({ path }) => isOfKind(kind, path)),
        () => portable.byKind(kind, request),
      ),
    recent: (sinceMs, request) =>
      answer(
        request.conditions ? undefined : recentPredicate(sinceMs),
        request,
        listed(request, ({ modifiedMs }) => modifiedMs >= sinceMs),
        () => portable.recent(sinceMs, request),
      ),
    indexed: () => portable.indexed(),
    close: () => portable.close(),
  };
}

interface Named {
  readonly files: readonly FileInfo[];
  readonly dropped: number;
  readonly complete: boolean;
}

async function filtered(files: readonly FileInfo[], keeps: Keeps): Promise<FileInfo[]> {
  const kept: FileInfo[] = [];
  for (const file of files) if (await keeps(file)) kept.push(file);
  return kept;
}

function newest(files: FileInfo[], { dropped, complete }: Named, limit: number): Findings {
  const hits = files
    .sort(byAge)
    .slice(0, limit)
    .map((file) => ({ ...file, rank: LISTED }));
  const scanned = files.length;
  return { hits, complete, truncated: scanned > hits.length, scanned, skipped: dropped, engine: 'mdfind' };
}
