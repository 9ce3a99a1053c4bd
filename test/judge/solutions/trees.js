import { adjacency, Fenwick } from '../support/structures.js';

export default {
  'chain-of-command': ({ int, ints }) => {
    const superior = [0, ...ints(int())];
    const children = childrenOf(superior);
    let [days, level] = [-1, children[0]];
    while (level.length > 0) {
      days++;
      level = level.flatMap((member) => children[member]);
    }
    return days;
  },

  'branch-census': ({ int, ints }) => {
    const n = int();
    const into = [0, 0, ...ints(n - 1)];
    const size = Array(n + 1).fill(1);
    for (let i = n; i > 1; i--) size[into[i]] += size[i];
    return size.slice(1).join(' ');
  },

  'richest-generation': ({ int, ints }) => {
    const n = int();
    const sheep = ints(n);
    const generation = [0];
    for (const parent of ints(n - 1)) generation.push(generation[parent - 1] + 1);
    const totals = [];
    for (const [i, g] of generation.entries()) totals[g] = (totals[g] ?? 0) + sheep[i];
    const most = Math.max(...totals);
    return `${totals.indexOf(most)} ${most}`;
  },

  'farthest-cottages': ({ int, edges }) => {
    const n = int();
    const near = adjacency(n, edges(n - 1, 1));
    const farthest = (start) => {
      const distance = Array(n).fill(-1);
      distance[start] = 0;
      const queue = [start];
      for (const a of queue)
        for (const [b, w] of near[a])
          if (distance[b] < 0) {
            distance[b] = distance[a] + w;
            queue.push(b);
          }
      const most = Math.max(...distance);
      return [distance.indexOf(most), most];
    };
    return farthest(farthest(0)[0])[1];
  },

  'common-forebear': ({ int, ints, list }) => {
    const [n, q] = [int(), int()];
    const up = [[0, 0, ...ints(n - 1).map((p) => p - 1)].slice(1)];
    const depth = [0];
    for (let i = 1; i < n; i++) depth.push(depth[up[0][i]] + 1);
    for (let k = 1; 1 << k < n; k++) up.push(up[k - 1].map((a) => up[k - 1][a]));
    return list(q, () => {
      let [a, b] = [int() - 1, int() - 1];
      if (depth[a] < depth[b]) [a, b] = [b, a];
      for (let k = up.length - 1; k >= 0; k--) if (depth[a] - (1 << k) >= depth[b]) a = up[k][a];
      if (a === b) return a + 1;
      for (let k = up.length - 1; k >= 0; k--) if (up[k][a] !== up[k][b]) [a, b] = [up[k][a], up[k][b]];
      return up[0][a] + 1;
    }).join('\n');
  },

  'silent-branches': ({ int, ints, edges }) => {
    const n = int();
    const value = ints(n);
    const { order, parent } = rooted(n, edges(n - 1));
    const ringed = [...value];
    const bare = Array(n).fill(0);
    for (const a of order.reverse()) {
      if (a === 0) continue;
      ringed[parent[a]] += bare[a];
      bare[parent[a]] += Math.max(bare[a], ringed[a]);
    }
    return Math.max(ringed[0], bare[0]);
  },

  'every-doorstep': ({ int, edges }) => {
    const n = int();
    const { order, parent } = rooted(n, edges(n - 1));
    const size = Array(n).fill(1);
    const total = Array(n).fill(0);
    for (const a of order.slice(1).reverse()) {
      size[parent[a]] += size[a];
      total[0] += size[a];
    }
    for (const a of order.slice(1)) total[a] = total[parent[a]] + n - 2 * size[a];
    return total.join(' ');
  },

  'preorder-postcard': ({ int, ints }) => {
    const open = [];
    let [floor, right] = [0, true];
    for (const key of ints(int())) {
      if (key < floor) right = false;
      while (open.length > 0 && open.at(-1) < key) floor = open.pop();
      open.push(key);
    }
    return right ? 'yes' : 'no';
  },

  'bonus-tree': ({ int, ints, word }) => {
    const [n, q] = [int(), int()];
    const boss = [0, 0, ...ints(n - 1)];
    const size = Array(n + 1).fill(1);
    for (let i = n; i > 1; i--) size[boss[i]] += size[i];
    const place = [0, 1];
    const next = [0, 2];
    for (let i = 2; i <= n; i++) {
      place[i] = next[boss[i]];
      next[boss[i]] += size[i];
      next[i] = place[i] + 1;
    }
    const raises = new Fenwick(n + 1);
    const answers = [];
    for (let i = 0; i < q; i++) {
      const [kind, v] = [word(), int()];
      if (kind === '?') answers.push(raises.sum(place[v]));
      else {
        const x = int();
        raises.add(place[v], x);
        raises.add(place[v] + size[v], -x);
      }
    }
    return answers.join('\n');
  },
};

function childrenOf(parents) {
  const children = parents.map(() => []);
  for (let i = 1; i < parents.length; i++) children[parents[i]].push(i);
  return children;
}

/** The nodes of a tree with parents before children, and the parent of each. */
function rooted(n, edges) {
  const near = adjacency(n, edges);
  const parent = Array(n).fill(-1);
  const order = [0];
  for (const a of order)
    for (const [b] of near[a])
      if (b !== parent[a]) {
        parent[b] = a;
        order.push(b);
      }
  return { order, parent };
}
