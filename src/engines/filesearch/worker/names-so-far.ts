import type { FileEntry } from '../index/entries.ts';
import { Confirmation } from '../match/confirmation.ts';
import { PreparedFilter } from '../match/file-filter.ts';
import { NameMatcher } from '../match/name-match.ts';
import type { PooledHit } from '../match/pool.ts';
import type { Query } from '../match/query.ts';
import { LITERAL, rankOf, TIER, whyOf } from '../match/rank.ts';
import { MOST_EARLY } from './early-hits.ts';
import type { Task } from './protocol.ts';

const MOST = MOST_EARLY * 5;

/** The files of a walk whose names hold the query, while the walk goes on and nothing has been read. */
export class NamesSoFar {
  readonly #task: Task;
  readonly #query: Query;
  readonly #entries: readonly FileEntry[];
  readonly #names: NameMatcher;
  readonly #filter: PreparedFilter;
  readonly #confirmation: Confirmation;
  readonly #hits: PooledHit[] = [];
  #at = 0;

  constructor(task: Task, query: Query, entries: readonly FileEntry[]) {
    this.#task = task;
    this.#query = query;
    this.#entries = entries;
    this.#names = new NameMatcher(query, task.scope);
    this.#filter = new PreparedFilter(task.filter);
    this.#confirmation = new Confirmation(task.scope);
  }

  get hits(): readonly PooledHit[] {
    if (this.#task.place === 'text') return [];
    for (; this.#at < this.#entries.length && this.#hits.length < MOST; this.#at++) {
      const entry = this.#entries[this.#at] as FileEntry;
      const rank = this.#rank(entry);
      const info = rank === undefined ? undefined : this.#confirmation.info(entry.path);
      if (rank === undefined || !info || !this.#filter.accepts(info)) continue;
      this.#hits.push({ ...info, rank, why: whyOf(rank, this.#query.isLiteral) });
    }
    return this.#hits;
  }

  #rank(entry: FileEntry): number | undefined {
    const { isLiteral, phrase } = this.#query;
    if (isLiteral) return entry.foldedName.includes(phrase.folded) ? LITERAL.name : undefined;
    const match = this.#names.judge(entry, this.#names.inName(entry));
    if (!match || match.tier === TIER.namePart) return undefined;
    const { depth, isPassing } = this.#names.folder(entry.directory);
    return rankOf({ ...match, isPreferred: true, depth, isPassing });
  }
}
