import type { Problem } from '../store/problem.ts';
import type { Store } from '../store/store.ts';
import { type Detected, detect } from './detect.ts';

interface Resolved extends Detected {
  readonly problem: Problem | null;
}

/** The problem of a source by its id, by another way to write the id, or by its slug. */
export function findProblem(store: Store, source: string, id: string): Problem | undefined {
  const other = detect(`${source}/${id}`);
  return (
    store.find(source, id) ??
    (other.source === source && other.id !== id ? store.find(source, other.id) : undefined) ??
    store.bySlug(source, id) ??
    store.bySlug(source, slugOf(id))
  );
}

/** What a text names, and the problem if it is stored. */
export function resolve(store: Store, text: string): Resolved {
  const { source, id } = detect(text);
  if (source === 'leetcode' && !/^\d+$/.test(id)) return byName(store, id);
  const problem = findProblem(store, source, id);
  if (problem === undefined) return ofStoredSource(store, text) ?? { source, id, problem: null };
  return { source, id: problem.id, problem };
}

/** `source:id` or `source/id`, whatever the source is called. */
function ofStoredSource(store: Store, text: string): Resolved | undefined {
  const [, source = '', id = ''] = /^([^:/]+)[:/](.+)$/s.exec(text.trim()) ?? [];
  const problem = findProblem(store, source.trim(), id.trim());
  return problem && { source: problem.source, id: problem.id, problem };
}

/** A name without a platform is LeetCode's, and else one of the catalogue. */
function byName(store: Store, name: string): Resolved {
  for (const source of ['leetcode', 'quartet']) {
    const problem = findProblem(store, source, name);
    if (problem !== undefined) return { source, id: problem.id, problem };
  }
  return ofStoredSource(store, name) ?? { source: 'leetcode', id: name.toLowerCase(), problem: null };
}

const slugOf = (name: string) => name.toLowerCase().replace(/\s+/g, '-');
