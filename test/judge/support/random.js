/** Small random inputs from a seed, so that a failing one can be made again. */
export function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
  const int = (lo, hi) => lo + Math.floor(next() * (hi - lo + 1));
  const list = (length, make) => Array.from({ length }, (_, i) => make(i));
  const ints = (length, lo, hi) => list(length, () => int(lo, hi));
  const shuffled = (items) => {
    const rest = [...items];
    return items.map(() => rest.splice(int(0, rest.length - 1), 1)[0]);
  };
  return {
    int,
    list,
    ints,
    shuffled,
    pick: (items) => items[int(0, items.length - 1)],
    word: (length, letters = 'ab') => list(length, () => letters[int(0, letters.length - 1)]).join(''),
    permutation: (n) => shuffled(list(n, (i) => i + 1)),
    grid: (r, c, squares) => list(r, () => list(c, () => squares[int(0, squares.length - 1)]).join('')).join('\n'),
    /** The edges of a tree on 1 to n, each node joined to an earlier one. */
    tree: (n) => list(n - 1, (i) => [int(1, i + 1), i + 2]),
    /** Edges of a graph on 1 to n; `downhill` makes them lead from smaller to larger numbers. */
    graph: (n, m, { loops = false, downhill = false, weight } = {}) =>
      list(m, () => {
        let [a, b] = [int(1, n), int(1, n)];
        while (!loops && a === b) [a, b] = [int(1, n), int(1, n)];
        if (downhill && a > b) [a, b] = [b, a];
        return weight === undefined ? [a, b] : [a, b, int(...weight)];
      }),
  };
}

/** Lines of an input: each item is a number, a text or a row of numbers. */
export const lines = (...items) => items.map((item) => (Array.isArray(item) ? item.join(' ') : item)).join('\n');

export const rows = (list) => list.map((row) => row.join(' '));
