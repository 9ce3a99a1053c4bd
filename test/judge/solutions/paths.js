import { add } from '../support/modular.js';
import { adjacency, Heap, UnionFind } from '../support/structures.js';

export default {
  'milk-run': ({ int, edges }) => {
    const [n, m] = [int(), int()];
    return dijkstra(adjacency(n, edges(m, 1)), 0)
      .map((d) => (d === Infinity ? -1 : d))
      .join(' ');
  },

  'alchemist-exchange': ({ int, edges }) => {
    const [n, m] = [int(), int()];
    const rules = edges(m, 1);
    const cost = Array(n).fill(Infinity);
    cost[0] = 0;
    for (let round = 0; round < n; round++) for (const [a, b, w] of rules) cost[b] = Math.min(cost[b], cost[a] + w);
    // What can still be improved can be improved without end, and so can all that is made of it.
    for (let round = 0; round < n; round++)
      for (const [a, b, w] of rules) if (cost[a] + w < cost[b]) cost[b] = -Infinity;
    if (cost[n - 1] === -Infinity) return 'endless';
    return cost[n - 1] === Infinity ? 'impossible' : cost[n - 1];
  },

  'abbey-distances': ({ int, edges }) => {
    const [n, m, q] = [int(), int(), int()];
    const time = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 0 : Infinity)));
    for (const [a, b, w] of edges(m, 1)) time[a][b] = Math.min(time[a][b], w);
    for (let k = 0; k < n; k++)
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++) time[i][j] = Math.min(time[i][j], time[i][k] + time[k][j]);
    return edges(q)
      .map(([s, t]) => (time[s][t] === Infinity ? -1 : time[s][t]))
      .join('\n');
  },

  'thin-walls': ({ int, words }) => {
    const [r, c] = [int(), int()];
    const grid = words(r);
    const walls = Array(r * c).fill(Infinity);
    walls[0] = 0;
    let layer = [0];
    for (let dug = 0; layer.length > 0; dug++) {
      const next = [];
      for (const at of layer) {
        if (walls[at] < dug) continue;
        const [i, j] = [Math.floor(at / c), at % c];
        for (const [x, y] of [
          [i + 1, j],
          [i - 1, j],
          [i, j + 1],
          [i, j - 1],
        ]) {
          if (grid[x]?.[y] === undefined) continue;
          const cost = dug + (grid[x][y] === '#' ? 1 : 0);
          if (cost >= walls[x * c + y]) continue;
          walls[x * c + y] = cost;
          (cost === dug ? layer : next).push(x * c + y);
        }
      }
      layer = next;
    }
    return walls.at(-1);
  },

  'free-rides': ({ int, edges }) => {
    const [n, m, k] = [int(), int(), int()];
    // Node a with v vouchers used is a + v n.
    const lines = edges(m, 1);
    const both = [...lines, ...lines.map(([a, b, w]) => [b, a, w])];
    const layers = Array.from({ length: k + 1 }, (_, v) =>
      both.flatMap(([a, b, w]) => [[a + v * n, b + v * n, w], ...(v < k ? [[a + v * n, b + (v + 1) * n, 0]] : [])]),
    );
    const cost = dijkstra(adjacency(n * (k + 1), layers.flat(), { directed: true }), 0);
    const best = Math.min(...layers.map((_, v) => cost[n - 1 + v * n]));
    return best === Infinity ? -1 : best;
  },

  'many-ways-home': ({ int, edges }) => {
    const [n, m] = [int(), int()];
    const near = adjacency(n, edges(m, 1));
    const time = dijkstra(near, 0);
    const ways = Array(n).fill(0);
    ways[0] = 1;
    const order = [...time.keys()].filter((a) => time[a] < Infinity).sort((a, b) => time[a] - time[b]);
    for (const a of order) for (const [b, w] of near[a]) if (time[a] + w === time[b]) ways[b] = add(ways[b], ways[a]);
    return time[n - 1] === Infinity ? -1 : `${time[n - 1]} ${ways[n - 1]}`;
  },

  'canal-network': ({ int, edges }) => {
    const [n, m] = [int(), int()];
    const joined = new UnionFind(n);
    let [cost, canals] = [0, 0];
    for (const [a, b, w] of edges(m, 1).sort((x, y) => x[2] - y[2]))
      if (joined.join(a, b)) {
        cost += w;
        canals++;
      }
    return canals < n - 1 ? 'impossible' : cost;
  },

  'guild-mergers': ({ int, word }) => {
    const [n, q] = [int(), int()];
    const guilds = new UnionFind(n);
    const answers = [];
    for (let i = 0; i < q; i++) {
      const [command, a] = [word(), int() - 1];
      if (command === 'size') answers.push(guilds.size(a));
      else if (command === 'join') guilds.join(a, int() - 1);
      else answers.push(guilds.find(a) === guilds.find(int() - 1) ? 'yes' : 'no');
    }
    return answers.join('\n');
  },

  'falling-ropeways': ({ int, ints, edges }) => {
    const [n, m] = [int(), int()];
    const ropeways = edges(m);
    const joined = new UnionFind(n);
    let groups = n;
    const after = [];
    for (const number of ints(m).reverse()) {
      after.push(groups);
      if (joined.join(...ropeways[number - 1])) groups--;
    }
    return after.reverse().join(' ');
  },

  'height-gossip': ({ int, edges }) => {
    const [n, m] = [int(), int()];
    const parent = Array.from({ length: n }, (_, i) => i);
    const above = Array(n).fill(0);
    const find = (a) => {
      if (parent[a] === a) return a;
      const root = find(parent[a]);
      above[a] += above[parent[a]];
      parent[a] = root;
      return root;
    };
    let rejected = 0;
    for (const [a, b, d] of edges(m, 1)) {
      const [x, y] = [find(a), find(b)];
      if (x !== y) {
        parent[y] = x;
        above[y] = above[a] + d - above[b];
      } else if (above[b] - above[a] !== d) rejected++;
    }
    return rejected;
  },

  'broadest-lorry': ({ int, edges }) => {
    const [n, m, q] = [int(), int(), int()];
    // Joining by width without shortening paths: a tree of logarithmic depth whose links remember the width.
    const parent = Array.from({ length: n }, (_, i) => i);
    const [width, size] = [Array(n).fill(-Infinity), Array(n).fill(1)];
    const root = (a) => {
      while (parent[a] !== a) a = parent[a];
      return a;
    };
    for (const [a, b, w] of edges(m, 1).sort((x, y) => y[2] - x[2])) {
      let [x, y] = [root(a), root(b)];
      if (x === y) continue;
      if (size[x] > size[y]) [x, y] = [y, x];
      parent[x] = y;
      width[x] = w;
      size[y] += size[x];
    }
    return edges(q)
      .map(([s, t]) => {
        let [a, b, narrowest] = [s, t, Infinity];
        while (a !== b) {
          if (width[a] < width[b]) [a, b] = [b, a];
          if (parent[a] === a) return -1;
          narrowest = width[a];
          a = parent[a];
        }
        return narrowest;
      })
      .join('\n');
  },
};

/** The distance of each node from the start. */
function dijkstra(near, start) {
  const distance = near.map(() => Infinity);
  distance[start] = 0;
  const heap = new Heap((a, b) => a[0] < b[0]);
  heap.push([0, start]);
  while (heap.size > 0) {
    const [d, a] = heap.pop();
    if (d > distance[a]) continue;
    for (const [b, w] of near[a])
      if (d + w < distance[b]) {
        distance[b] = d + w;
        heap.push([d + w, b]);
      }
  }
  return distance;
}
