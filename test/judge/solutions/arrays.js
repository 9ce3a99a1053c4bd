import { byNumber } from '../support/structures.js';

export default {
  'lighthouse-ledger': ({ int, ints, list }) => {
    const [n, q] = [int(), int()];
    const before = prefixes(ints(n));
    return list(q, () => {
      const [l, r] = [int(), int()];
      return before[r] - before[l - 1];
    }).join('\n');
  },

  'tide-turns': ({ int, ints }) => {
    const h = ints(int());
    return h.filter((x, i) => i > 0 && i < h.length - 1 && (x - h[i - 1]) * (x - h[i + 1]) > 0).length;
  },

  'crate-carousel': ({ int, ints }) => {
    const [n, k] = [int(), int()];
    const crates = ints(n);
    return [...crates.slice(k % n), ...crates.slice(0, k % n)].join(' ');
  },

  'quiet-carriage': ({ int, ints }) => {
    const [n, t] = [int(), int()];
    let [best, run] = [0, 0];
    for (const v of ints(n)) {
      run = v <= t ? run + 1 : 0;
      best = Math.max(best, run);
    }
    return best;
  },

  'missing-ticket': ({ int, ints }) => {
    const seen = new Set(ints(int()));
    let answer = 1;
    while (seen.has(answer)) answer++;
    return answer;
  },

  'orchard-frames': ({ int, ints, list }) => {
    const [r, c, q] = [int(), int(), int()];
    const total = [Array(c + 1).fill(0)];
    for (let i = 1; i <= r; i++) {
      const row = prefixes(ints(c));
      total.push(row.map((x, j) => x + total[i - 1][j]));
    }
    return list(q, () => {
      const [r1, c1, r2, c2] = ints(4);
      return total[r2][c2] - total[r1 - 1][c2] - total[r2][c1 - 1] + total[r1 - 1][c1 - 1];
    }).join('\n');
  },

  'fence-patches': ({ int }) => {
    const [n, m] = [int(), int()];
    const change = Array(n + 2).fill(0);
    for (let i = 0; i < m; i++) {
      const [l, r, v] = [int(), int(), int()];
      change[l] += v;
      change[r + 1] -= v;
    }
    const coats = prefixes(change.slice(1, n + 1)).slice(1);
    const most = coats.reduce((a, b) => Math.max(a, b));
    return `${most} ${coats.filter((x) => x === most).length}`;
  },

  'best-harvest-window': ({ int, ints }) => {
    const [n, k] = [int(), int()];
    const before = prefixes(ints(n));
    let [lowest, best] = [Infinity, -Infinity];
    for (let end = k; end <= n; end++) {
      lowest = Math.min(lowest, before[end - k]);
      best = Math.max(best, before[end] - lowest);
    }
    return best;
  },

  'terraced-pond': ({ int, ints }) => {
    const h = ints(int());
    let [left, right, edge, water] = [0, h.length - 1, 0, 0];
    while (left <= right) {
      const low = h[left] < h[right] ? h[left++] : h[right--];
      edge = Math.max(edge, low);
      water += edge - low;
    }
    return water;
  },

  'budget-bands': ({ int, ints }) => {
    const [n, lo, hi] = [int(), int(), int()];
    const count = (sums) => {
      if (sums.length < 2) return 0;
      const left = sums.slice(0, sums.length >> 1);
      const right = sums.slice(sums.length >> 1);
      let found = count(left) + count(right);
      left.sort(byNumber);
      right.sort(byNumber);
      let [from, to] = [0, 0];
      for (const start of left) {
        while (from < right.length && right[from] - start < lo) from++;
        while (to < right.length && right[to] - start <= hi) to++;
        found += to - from;
      }
      return found;
    };
    return count(prefixes(ints(n)));
  },

  'spiral-stair': ({ int, ints, list }) => {
    const [r, c] = [int(), int()];
    let rest = list(r, () => ints(c));
    const walk = [];
    while (rest.length > 0) {
      walk.push(...rest.shift());
      const width = rest[0]?.length ?? 0;
      rest = Array.from({ length: width }, (_, i) => rest.map((row) => row[width - 1 - i]));
    }
    return walk.join(' ');
  },
};

/** The totals of all beginnings, the empty one first. */
function prefixes(list) {
  const totals = [0];
  for (const x of list) totals.push(totals.at(-1) + x);
  return totals;
}
