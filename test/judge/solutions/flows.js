export default {
  aqueduct: ({ int, edges }) => {
    const [n, m] = [int(), int()];
    return maximumFlow(n, edges(m, 1), 0, n - 1);
  },

  'apprentice-places': ({ int, edges }) => {
    const [n, m, k] = [int(), int(), int()];
    return matching(n, m, edges(k));
  },

  'festival-duties': ({ int, ints, list }) => {
    const n = int();
    const time = list(n, () => ints(n));
    // The Hungarian method: prices for rows and columns, one shortest augmenting path for each row.
    const [row, column] = [Array(n + 1).fill(0), Array(n + 1).fill(0)];
    const owner = Array(n + 1).fill(0);
    for (let i = 1; i <= n; i++) {
      owner[0] = i;
      const least = Array(n + 1).fill(Infinity);
      const before = Array(n + 1).fill(0);
      const used = Array(n + 1).fill(false);
      let at = 0;
      do {
        used[at] = true;
        let [step, next] = [Infinity, 0];
        for (let j = 1; j <= n; j++) {
          if (used[j]) continue;
          const reduced = time[owner[at] - 1][j - 1] - row[owner[at]] - column[j];
          if (reduced < least[j]) [least[j], before[j]] = [reduced, at];
          if (least[j] < step) [step, next] = [least[j], j];
        }
        for (let j = 0; j <= n; j++) {
          if (used[j]) {
            row[owner[j]] += step;
            column[j] -= step;
          } else least[j] -= step;
        }
        at = next;
      } while (owner[at] !== 0);
      for (; at !== 0; at = before[at]) owner[at] = owner[before[at]];
    }
    let total = 0;
    for (let j = 1; j <= n; j++) total += time[owner[j] - 1][j - 1];
    return total;
  },

  'research-grants': ({ int, ints, list }) => {
    const [n, m] = [int(), int()];
    const [grants, prices] = [ints(n), ints(m)];
    const [source, sink] = [n + m, n + m + 1];
    const pipes = [
      ...grants.map((g, i) => [source, i, g]),
      ...prices.map((c, j) => [n + j, sink, c]),
      ...list(n, () => ints(int())).flatMap((needed, i) => needed.map((j) => [i, n + j - 1, Infinity])),
    ];
    return grants.reduce((a, b) => a + b) - maximumFlow(n + m + 2, pipes, source, sink);
  },

  'smugglers-trails': ({ int, edges }) => {
    const [n, m] = [int(), int()];
    const trails = edges(m).flatMap(([a, b]) => [
      [a, b, 1],
      [b, a, 1],
    ]);
    return maximumFlow(n, trails, 0, n - 1);
  },

  'carpet-with-holes': ({ int, words }) => {
    const [r, c] = [int(), int()];
    const floor = words(r);
    const pairs = [];
    for (let i = 0; i < r; i++)
      for (let j = i % 2; j < c; j += 2)
        for (const [x, y] of [
          [i + 1, j],
          [i - 1, j],
          [i, j + 1],
          [i, j - 1],
        ])
          if (floor[i][j] === '.' && floor[x]?.[y] === '.') pairs.push([i * c + j, x * c + y]);
    return matching(r * c, r * c, pairs);
  },

  'patient-pairs': ({ int, ints, list }) => {
    const n = int();
    const wishes = list(n, () => ints(n));
    const rank = list(n, () => {
      const places = [];
      for (const [place, gardener] of ints(n).entries()) places[gardener - 1] = place;
      return places;
    });
    const next = Array(n).fill(0);
    const keeps = Array(n).fill(-1);
    const free = [...next.keys()];
    while (free.length > 0) {
      const gardener = free.pop();
      const garden = wishes[gardener][next[gardener]++] - 1;
      const other = keeps[garden];
      if (other < 0) keeps[garden] = gardener;
      else if (rank[garden][gardener] < rank[garden][other]) {
        keeps[garden] = gardener;
        free.push(other);
      } else free.push(gardener);
    }
    return Array.from({ length: n }, (_, gardener) => keeps.indexOf(gardener) + 1).join(' ');
  },

  'patrol-routes': ({ int, edges }) => {
    const [n, m] = [int(), int()];
    return n - matching(n, n, edges(m));
  },
};

/** The size of a largest matching between n nodes on the left and m on the right. */
function matching(n, m, pairs) {
  const near = Array.from({ length: n }, () => []);
  for (const [a, b] of pairs) near[a].push(b);
  const partner = Array(m).fill(-1);
  const place = (a, tried) =>
    near[a].some((b) => {
      if (tried.has(b)) return false;
      tried.add(b);
      if (partner[b] >= 0 && !place(partner[b], tried)) return false;
      partner[b] = a;
      return true;
    });
  let size = 0;
  for (let a = 0; a < n; a++) if (place(a, new Set())) size++;
  return size;
}

/** The largest flow from source to sink (Dinic); pipes are [from, to, capacity]. */
function maximumFlow(n, pipes, source, sink) {
  const to = [];
  const room = [];
  const out = Array.from({ length: n }, () => []);
  for (const [a, b, capacity] of pipes) {
    out[a].push(to.length);
    to.push(b);
    room.push(capacity);
    out[b].push(to.length);
    to.push(a);
    room.push(0);
  }
  const levels = () => {
    const level = Array(n).fill(-1);
    level[source] = 0;
    const queue = [source];
    for (const a of queue)
      for (const pipe of out[a])
        if (room[pipe] > 0 && level[to[pipe]] < 0) {
          level[to[pipe]] = level[a] + 1;
          queue.push(to[pipe]);
        }
    return level;
  };
  const push = (a, amount, level, next) => {
    if (a === sink) return amount;
    for (; next[a] < out[a].length; next[a]++) {
      const pipe = out[a][next[a]];
      if (room[pipe] === 0 || level[to[pipe]] !== level[a] + 1) continue;
      const sent = push(to[pipe], Math.min(amount, room[pipe]), level, next);
      if (sent === 0) continue;
      room[pipe] -= sent;
      room[pipe ^ 1] += sent;
      return sent;
    }
    return 0;
  };
  let flow = 0;
  for (let level = levels(); level[sink] >= 0; level = levels()) {
    const next = Array(n).fill(0);
    for (let sent = push(source, Infinity, level, next); sent > 0; sent = push(source, Infinity, level, next))
      flow += sent;
  }
  return flow;
}
