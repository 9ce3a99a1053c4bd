/** The source under which the judge serves the problems that come with Quartet. */
export const CATALOGUE_SOURCE = 'quartet';

export const DIFFICULTIES = ['Easy', 'Medium', 'Hard'] as const;

export interface CatalogueProblem {
  /** Its id at the judge, and its place in the catalogue. */
  readonly number: number;
  readonly slug: string;
  readonly title: string;
  readonly difficulty: (typeof DIFFICULTIES)[number];
  readonly tags: readonly string[];
  /** The bare task and its usual names, without the story: what searches look at. It gives much away, so no reader sees it. */
  readonly abstract: string;
  /** The story, in Markdown with maths between dollar signs; so are all texts below. */
  readonly statement: string;
  readonly input: string;
  readonly output: string;
  readonly constraints: readonly string[];
  readonly samples: readonly CatalogueSample[];
  readonly hints?: readonly string[];
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
}

export interface CatalogueSample {
  readonly input: string;
  readonly output: string;
  readonly explanation?: string;
}

/** Loads all problems, in the order of their numbers. */
export async function loadCatalogue(): Promise<readonly CatalogueProblem[]> {
  const groups = await Promise.all([
    import('./problems/arrays.json', { with: { type: 'json' } }),
    import('./problems/strings.json', { with: { type: 'json' } }),
    import('./problems/hashing.json', { with: { type: 'json' } }),
    import('./problems/sorting.json', { with: { type: 'json' } }),
    import('./problems/stacks-and-heaps.json', { with: { type: 'json' } }),
    import('./problems/greedy.json', { with: { type: 'json' } }),
    import('./problems/dynamic-programming.json', { with: { type: 'json' } }),
    import('./problems/trees.json', { with: { type: 'json' } }),
    import('./problems/graphs.json', { with: { type: 'json' } }),
    import('./problems/shortest-paths.json', { with: { type: 'json' } }),
    import('./problems/flows.json', { with: { type: 'json' } }),
    import('./problems/number-theory.json', { with: { type: 'json' } }),
    import('./problems/bits-and-games.json', { with: { type: 'json' } }),
    import('./problems/segment-trees.json', { with: { type: 'json' } }),
    import('./problems/geometry.json', { with: { type: 'json' } }),
    import('./problems/simulation.json', { with: { type: 'json' } }),
  ]);
  return groups.flatMap((group) => group.default as CatalogueProblem[]);
}
