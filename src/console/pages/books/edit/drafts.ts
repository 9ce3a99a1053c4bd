import { useEffect, useState } from 'preact/hooks';
import { useServer } from '../../../server.tsx';
import type { Choice } from '../merge/merge.ts';
import type { LessonPlace, Version } from './save.ts';

/** A text on its way into a lesson. */
export interface Draft {
  /** The version that it was made from; undefined for a lesson that is not there yet. */
  readonly opened: Version | undefined;
  /** What was in the editor before anybody wrote something. */
  readonly start: string;
  readonly text: string;
  readonly merging?: Merging | undefined;
}

/** A race that was lost: what both came from, and what was decided so far. */
export interface Merging {
  readonly base: string;
  readonly mine: string;
  readonly theirs: Version;
  readonly choices: ReadonlyMap<number, Choice>;
}

/** Whether something would be lost with a draft. */
export function isUnsaved({ opened, start, text, merging }: Draft): boolean {
  return merging !== undefined || text !== (opened?.text ?? start);
}

/** The drafts of this tab: they stay while one looks at something else, and the browser asks before the tab goes. */
class Drafts {
  readonly #drafts = new Map<string, Draft>();
  readonly #listeners = new Set<() => void>();

  get(key: string): Draft | undefined {
    return this.#drafts.get(key);
  }

  /** Keeps a draft as long as it is not saved. */
  keep(key: string, draft: Draft): void {
    const before = this.#drafts.has(key);
    if (isUnsaved(draft)) this.#drafts.set(key, draft);
    else this.#drafts.delete(key);
    if (before !== this.#drafts.has(key)) this.#changed();
  }

  pathsIn(prefix: string): ReadonlySet<string> {
    const keys = Array.from(this.#drafts.keys()).filter((key) => key.startsWith(prefix));
    return new Set(keys.map((key) => key.slice(prefix.length).split(SEPARATOR)[0] ?? ''));
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #changed(): void {
    if (this.#drafts.size > 0) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
    for (const listener of this.#listeners) listener();
  }
}

export const drafts = new Drafts();
const SEPARATOR = '\0';

/** The name of a draft. Who signs in next in this tab does not see it. */
export function useDraftKey({ bookId, path, user = '' }: LessonPlace): string {
  const { hello } = useServer();
  return [hello?.subject ?? '', bookId, path, user].join(SEPARATOR);
}

/** The lessons of a book that somebody here has begun to change. */
export function useDraftedPaths(bookId: string): ReadonlySet<string> {
  const { hello } = useServer();
  const prefix = [hello?.subject ?? '', bookId, ''].join(SEPARATOR);
  const [paths, setPaths] = useState(() => drafts.pathsIn(prefix));
  useEffect(() => {
    const onChange = () => setPaths(drafts.pathsIn(prefix));
    onChange();
    return drafts.listen(onChange);
  }, [prefix]);
  return paths;
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
