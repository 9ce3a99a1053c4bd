import { adjacency, Heap, UnionFind } from '../support/structures.js';

const SIDES = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
];

export default {
  'reed-islands': ({ int, words }) => {
    const [r, c] = [int(), int()];
    const grid = words(r).map((row) => [...row]);
    const sizes = [];
    for (let i = 0; i < r; i++)
      for (let j = 0; j < c; j++) {
        if (grid[i][j] !== '#') continue;
        const island = [[i, j]];
        grid[i][j] = '.';
        for (const [a, b] of island)
          for (const [x, y] of SIDES.map(([da, db]) => [a + da, b + db]))
            if (grid[x]?.[y] === '#') {
              grid[x][y] = '.';
              island.push([x, y]);
            }
        sizes.push(island.length);
      }
    return `${sizes.length} ${Math.max(0, ...sizes)}`;
  },

  'silent-star': ({ int, edges }) => {
    const [n, m] = [int(), int()];
    const [known, knows] = [Array(n).fill(0), Array(n).fill(0)];
    for (const [a, b] of edges(m)) {
      knows[a]++;
      known[b]++;
    }
    const star = known.findIndex((count, i) => count === n - 1 && knows[i] === 0);
    return star < 0 ? -1 : star + 1;
  },

  'knights-errand': ({ int }) => {
    const n = int();
    const [start, goal] = [(int() - 1) * n + int() - 1, (int() - 1) * n + int() - 1];
    const moves = Array(n * n).fill(-1);
    moves[start] = 0;
    const queue = [start];
    for (const square of queue)
      for (const [dr, dc] of [1, 2].flatMap((a) => [-1, 1].flatMap((s) => [-1, 1].map((t) => [a * s, (3 - a) * t])))) {
        const [row, column] = [Math.floor(square / n) + dr, (square % n) + dc];
        const to = row * n + column;
        if (row < 0 || row >= n || column < 0 || column >= n || moves[to] >= 0) continue;
        moves[to] = moves[square] + 1;
        queue.push(to);
      }
    return moves[goal];
  },

  'spring-flood': ({ int, words }) => {
    const [r] = [int(), int()];
    const grid = words(r).map((row) => [...row]);
    let wet = grid.flatMap((row, i) => row.flatMap((square, j) => (square === 'S' ? [[i, j]] : [])));
    let hours = -1;
    while (wet.length > 0) {
      hours++;
      const next = [];
      for (const [a, b] of wet)
        for (const [x, y] of SIDES.map(([da, db]) => [a + da, b + db]))
          if (grid[x]?.[y] === '.') {
            grid[x][y] = 'S';
            next.push([x, y]);
          }
      wet = next;
    }
    return `${Math.max(0, hours)} ${grid.flat().filter((square) => square === '.').length}`;
  },

  'two-choirs': ({ int, edges }) => {
    const [n, m] = [int(), int()];
    const near = adjacency(n, edges(m));
    const choir = Array(n).fill('');
    for (let first = 0; first < n; first++) {
      if (choir[first] !== '') continue;
      choir[first] = 'A';
      const queue = [first];
      for (const a of queue)
        for (const [b] of near[a]) {
          if (choir[a] === choir[b]) return 'impossible';
          if (choir[b] === '') {
            choir[b] = choir[a] === 'A' ? 'B' : 'A';
            queue.push(b);
          }
        }
    }
    return choir.join('');
  },

  'recipe-order': ({ int, edges }) => {
    const [n, m] = [int(), int()];
    const list = edges(m);
    const after = adjacency(n, list, { directed: true });
    const missing = Array(n).fill(0);
    for (const [, b] of list) missing[b]++;
    const ready = new Heap((a, b) => a < b);
    for (let i = 0; i < n; i++) if (missing[i] === 0) ready.push(i);
    const order = [];
    while (ready.size > 0) {
      const a = ready.pop();
      order.push(a + 1);
      for (const [b] of after[a]) if (--missing[b] === 0) ready.push(b);
    }
    return order.length < n ? 'circular' : order.join(' ');
  },

  'safe-valleys': ({ int, edges }) => {
    const [n, m] = [int(), int()];
    const trails = edges(m);
    const into = adjacency(
      n,
      trails.map(([a, b]) => [b, a]),
      { directed: true },
    );
    const open = Array(n).fill(0);
    for (const [a] of trails) open[a]++;
    const safe = [...open.keys()].filter((hut) => open[hut] === 0);
    for (const hut of safe) for (const [before] of into[hut]) if (--open[before] === 0) safe.push(before);
    return numbered(safe);
  },

  'fragile-bridges': ({ int, edges }) => {
    const [n, m] = [int(), int()];
    const near = adjacency(
      n,
      edges(m).map(([a, b], i) => [a, b, i]),
    );
    const [seen, low] = [Array(n).fill(-1), Array(n).fill(0)];
    const fragile = [];
    let time = 0;
    const visit = (a, by) => {
      seen[a] = low[a] = time++;
      for (const [b, bridge] of near[a]) {
        if (bridge === by) continue;
        if (seen[b] < 0) {
          visit(b, bridge);
          if (low[b] > seen[a]) fragile.push(bridge);
          low[a] = Math.min(low[a], low[b]);
        } else low[a] = Math.min(low[a], seen[b]);
      }
    };
    for (let a = 0; a < n; a++) if (seen[a] < 0) visit(a, -1);
    return numbered(fragile);
  },

  'one-way-city': ({ int, edges }) => {
    const [n, m] = [int(), int()];
    const streets = edges(m);
    const part = strongParts(n, streets);
    const parts = new Set(part);
    if (parts.size === 1) return 0;
    const between = streets.filter(([a, b]) => part[a] !== part[b]);
    const left = new Set(between.map(([a]) => part[a])).size;
    const entered = new Set(between.map(([, b]) => part[b])).size;
    return parts.size - Math.min(left, entered);
  },

  'lamp-contracts': ({ int, list }) => {
    const [n, m] = [int(), int()];
    const node = (x) => (x > 0 ? 2 * (x - 1) : 2 * (-x - 1) + 1);
    const implications = list(m, () => [int(), int()]).flatMap(([x, y]) => [
      [node(-x), node(y)],
      [node(-y), node(x)],
    ]);
    const part = strongParts(2 * n, implications);
    return Array.from({ length: n }).every((_, i) => part[2 * i] !== part[2 * i + 1]) ? 'yes' : 'no';
  },

  'snowplough-round': ({ int, edges }) => {
    const [n, m] = [int(), int()];
    const streets = edges(m);
    const joined = new UnionFind(n);
    const ends = Array(n).fill(0);
    for (const [a, b] of streets) {
      joined.join(a, b);
      ends[a]++;
      ends[b]++;
    }
    if (new Set(streets.map(([a]) => joined.find(a))).size > 1) return 'no';
    const odd = ends.filter((count) => count % 2 === 1).length;
    return odd === 0 ? 'tour' : odd === 2 ? 'path' : 'no';
  },
};

const numbered = (places) =>
  places.length === 0
    ? '0'
    : `${places.length}\n${places
        .map((i) => i + 1)
        .sort((a, b) => a - b)
        .join(' ')}`;

/** For each node the number of its strongly connected part (Kosaraju). */
function strongParts(n, edges) {
  const out = adjacency(n, edges, { directed: true });
  const into = adjacency(
    n,
    edges.map(([a, b]) => [b, a]),
    { directed: true },
  );
  const finished = [];
  const seen = Array(n).fill(false);
  const walk = (a) => {
    seen[a] = true;
    for (const [b] of out[a]) if (!seen[b]) walk(b);
    finished.push(a);
  };
  for (let a = 0; a < n; a++) if (!seen[a]) walk(a);
  const part = Array(n).fill(-1);
  const collect = (a, number) => {
    part[a] = number;
    for (const [b] of into[a]) if (part[b] < 0) collect(b, number);
  };
  for (const a of finished.reverse()) if (part[a] < 0) collect(a, a);
  return part;
}
