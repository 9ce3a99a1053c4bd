// What brute force needs: everything there is to try.

/** All pairs l <= r of places in a row of n. */
export function stretches(n) {
  const pairs = [];
  for (let l = 0; l < n; l++) for (let r = l; r < n; r++) pairs.push([l, r]);
  return pairs;
}

export function subsets(items) {
  return items.reduce((all, item) => [...all, ...all.map((subset) => [...subset, item])], [[]]);
}

export function permutations(items) {
  if (items.length === 0) return [[]];
  return items.flatMap((item, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
  );
}

export const sum = (list) => list.reduce((a, b) => a + b, 0);

export const max = (list, none = -Infinity) => list.reduce((a, b) => (b > a ? b : a), none);

export const min = (list, none = Infinity) => list.reduce((a, b) => (b < a ? b : a), none);

export const isPalindrome = (s) => s === [...s].reverse().join('');

/** Which nodes can be reached from which, by trying every edge until nothing changes. */
export function reachable(n, edges) {
  const reach = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => i === j));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [a, b] of edges)
      for (let from = 0; from < n; from++)
        if (reach[from][a] && !reach[from][b]) {
          reach[from][b] = true;
          changed = true;
        }
  }
  return reach;
}

export const bothWays = (edges) =>
  edges.flatMap(([a, b, ...rest]) => [
    [a, b, ...rest],
    [b, a, ...rest],
  ]);

/** All simple ways from one node to another, each as a list of places in `edges`. */
export function ways(edges, from, to, seen = [from]) {
  if (from === to) return [[]];
  return edges.flatMap(([a, b], i) =>
    a === from && !seen.includes(b) ? ways(edges, b, to, [...seen, b]).map((rest) => [i, ...rest]) : [],
  );
}
