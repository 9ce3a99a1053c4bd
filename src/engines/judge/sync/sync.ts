import type { WriteMode } from '../store/problems.ts';
import type { Store } from '../store/store.ts';
import { Refused } from './failure.ts';
import type { Platform } from './platform.ts';
import { Web, type WebOptions } from './web.ts';

const FORGOTTEN_AFTER_MS = 24 * 3_600_000;
const REFUSALS_IN_A_ROW = 3;

export interface SyncOptions extends Omit<WebOptions, 'gapMs'> {
  /** Whether to fetch the statements too, a request each. */
  readonly statements: boolean;
  /** Whether to take over what the platform now says about known problems. */
  readonly update: boolean;
  /** Less than the platform asks for, where it is a copy of one's own. */
  readonly gapMs?: number | undefined;
  readonly onProgress?: (what: 'list' | 'statements', done: number, total: number) => void;
}

interface Synced {
  readonly added: number;
  readonly statements: number;
  /** Problems whose page has no statement for us. */
  readonly without: number;
  /** Why the statements were given up, if they were. */
  readonly refused?: string;
}

type Progress =
  | { readonly part: 'list'; readonly cursor: string | undefined; readonly at: number }
  | { readonly part: 'statements'; readonly cursor: number; readonly at: number };

/** Brings the problems of a platform into the store. Killed at any time, the next run goes on where this one was. */
export async function sync(store: Store, platform: Platform, options: SyncOptions): Promise<Synced> {
  const web = new Web({ ...options, gapMs: options.gapMs ?? platform.gapMs });
  const marks = new Marks(store, platform.source, options.now);
  const before = store.count(platform.source);
  const begun = marks.read();
  const listed = begun?.part === 'statements';
  if (!listed || !options.statements)
    await syncList(store, platform, web, marks, listed ? undefined : begun?.cursor, options);
  const added = store.count(platform.source) - before;
  if (!options.statements) {
    marks.write([], 'keep', undefined);
    return { added, statements: 0, without: 0 };
  }
  const from = listed ? begun.cursor : 0;
  return { added, ...(await syncStatements(store, platform, web, marks, from, options)) };
}

async function syncList(
  store: Store,
  platform: Platform,
  web: Web,
  marks: Marks,
  cursor: string | undefined,
  { update, onProgress }: SyncOptions,
): Promise<void> {
  const known = (slug: string) => store.bySlug(platform.source, slug);
  for await (const { problems, next, done, total, adds } of platform.list(web, cursor, known)) {
    const part =
      next === undefined ? { part: 'statements' as const, cursor: 0 } : { part: 'list' as const, cursor: next };
    marks.write(problems, adds || update ? 'merge' : 'keep', part);
    onProgress?.('list', done, total);
  }
}

async function syncStatements(
  store: Store,
  platform: Platform,
  web: Web,
  marks: Marks,
  from: number,
  { onProgress }: SyncOptions,
): Promise<Omit<Synced, 'added'>> {
  const total = store.countWithoutStatement(platform.source, from);
  let place = from;
  let statements = 0;
  let without = 0;
  let refusals = 0;
  for (;;) {
    const [next] = store.withoutStatement(platform.source, place, 1);
    if (next === undefined) break;
    place = next.place;
    const found = await orRefusal(platform.statement(web, next.problem));
    refusals = found instanceof Refused ? refusals + 1 : 0;
    if (refusals === REFUSALS_IN_A_ROW) {
      marks.write([], 'keep', undefined);
      return { statements, without: without + refusals - 1, refused: (found as Refused).message };
    }
    const problem = found instanceof Refused ? undefined : found;
    const told = problem !== undefined && (problem.content ?? problem.content_cn) !== null;
    marks.write(problem === undefined ? [] : [problem], 'merge', { part: 'statements', cursor: place });
    if (told) statements++;
    else without++;
    onProgress?.('statements', statements + without, total);
  }
  marks.write([], 'keep', undefined);
  return { statements, without };
}

async function orRefusal<Result>(work: Promise<Result>): Promise<Result | Refused> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

type Mark = { part: 'list'; cursor: string } | { part: 'statements'; cursor: number };

/** How far a sync has come, stored together with what it brought. */
class Marks {
  readonly #key: string;

  constructor(
    private readonly store: Store,
    source: string,
    private readonly now: () => Date,
  ) {
    this.#key = `sync:${source}`;
  }

  /** Where an earlier run was interrupted; a run of long ago is not gone on with. */
  read(): Progress | undefined {
    const text = this.store.setting(this.#key);
    const progress = text === undefined ? undefined : (JSON.parse(text) as Progress);
    const age = this.now().getTime() - (progress?.at ?? 0);
    return age < FORGOTTEN_AFTER_MS ? progress : undefined;
  }

  write(problems: Parameters<Store['writeStep']>[0], mode: WriteMode, mark: Mark | undefined): void {
    const value = mark && JSON.stringify({ ...mark, at: this.now().getTime() });
    this.store.writeStep(problems, mode, { key: this.#key, value });
  }
}
