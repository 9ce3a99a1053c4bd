/** What a file holds, by its hash; null when it is not there. */
export type Value = string | null;

/** A call, as somebody outside has seen it: at one moment between its beginning and its end it found this and made that. */
export interface Operation {
  readonly name: string;
  readonly begins: number;
  /** Infinity when nobody knows whether it happened: then it may happen at any later moment, or never. */
  readonly ends: number;
  readonly finds: Readonly<Record<string, Value>>;
  readonly makes: Readonly<Record<string, Value>>;
}

export interface Verdict {
  readonly isLinearizable: boolean;
  /** The calls of the files that no order explains. */
  readonly unexplained: readonly Operation[];
  /** States that were looked at. */
  readonly visited: number;
}

const MOST_VISITED = 300_000;

/**
 * Looks for an order in which all calls, each at a moment of its own time, find what they found (Wing and Gong's search, with the memory of Lowe's). Files that
 * no call changes together are looked at apart from each other. A file that does not exist holds null.
 *
 * A call that failed, or whose end nobody knows, may also have been taken back: then its file holds what it held before, unless somebody has changed it since. Readers may have seen it meanwhile.
 */
export function judge(operations: readonly Operation[]): Verdict {
  let visited = 0;
  for (const part of parts(operations)) {
    const search = new Search(part);
    const isExplained = search.run();
    visited += search.visited;
    if (!isExplained) return { isLinearizable: false, unexplained: part, visited };
  }
  return { isLinearizable: true, unexplained: [], visited };
}

/** Calls in groups that share no file. */
function parts(operations: readonly Operation[]): Operation[][] {
  const leaders = new Map<string, string>();
  const leader = (key: string): string => {
    const above = leaders.get(key);
    return above === undefined || above === key ? key : leader(above);
  };
  for (const operation of operations) {
    const keys = keysOf(operation);
    for (const key of keys) leaders.set(leader(key), leader(keys[0] ?? key));
  }
  const found = new Map<string, Operation[]>();
  for (const operation of operations) {
    const name = leader(keysOf(operation)[0] ?? '');
    found.set(name, [...(found.get(name) ?? []), operation]);
  }
  return [...found.values()];
}

function keysOf({ finds, makes }: Operation): string[] {
  return [...new Set([...Object.keys(finds), ...Object.keys(makes)])].sort();
}

const [WAITING, HAPPENED, TAKEN_BACK] = ['-', '+', '~'] as const;

class Search {
  visited = 0;
  readonly #keys: readonly string[];
  readonly #seen = new Set<string>();

  constructor(private readonly operations: readonly Operation[]) {
    this.#keys = [...new Set(operations.flatMap(keysOf))];
  }

  run(): boolean {
    const nothing = Object.fromEntries(this.#keys.map((key) => [key, null]));
    return this.#canGoOn(
      nothing,
      this.operations.map(() => WAITING),
    );
  }

  #canGoOn(state: Record<string, Value>, given: readonly string[]): boolean {
    const done = this.#withReads(state, given);
    if (this.operations.every(({ ends }, at) => done[at] !== WAITING || ends === Number.POSITIVE_INFINITY)) return true;
    const place = `${done.join('')} ${this.#keys.map((key) => state[key] ?? '').join(' ')}`;
    if (this.#seen.has(place)) return false;
    this.#seen.add(place);
    if (++this.visited > MOST_VISITED) throw new Error('There are too many orders to look at.');
    const before = this.#firstEnd(done);
    for (const [at, operation] of this.operations.entries()) {
      const isUnknown = operation.ends === Number.POSITIVE_INFINITY;
      if (done[at] === WAITING && operation.begins < before && fits(state, operation.finds)) {
        if (this.#canGoOn({ ...state, ...operation.makes }, done.with(at, HAPPENED))) return true;
      } else if (done[at] === HAPPENED && isUnknown && fits(state, operation.makes)) {
        if (this.#canGoOn({ ...state, ...operation.finds }, done.with(at, TAKEN_BACK))) return true;
      }
    }
    return false;
  }

  /** A call that changes nothing and finds what is there can as well happen now. */
  #withReads(state: Record<string, Value>, given: readonly string[]): readonly string[] {
    const done = [...given];
    for (let hasChanged = true; hasChanged; ) {
      hasChanged = false;
      const before = this.#firstEnd(done);
      for (const [at, { begins, finds, makes }] of this.operations.entries()) {
        if (done[at] !== WAITING || begins >= before || Object.keys(makes).length > 0 || !fits(state, finds)) continue;
        done[at] = HAPPENED;
        hasChanged = true;
      }
    }
    return done;
  }

  #firstEnd(done: readonly string[]): number {
    return Math.min(...this.operations.map(({ ends }, at) => (done[at] === WAITING ? ends : Number.POSITIVE_INFINITY)));
  }
}

function fits(state: Readonly<Record<string, Value>>, finds: Readonly<Record<string, Value>>): boolean {
  return Object.entries(finds).every(([key, value]) => state[key] === value);
}
