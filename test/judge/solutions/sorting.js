import { byNumber, countBelow, firstTrue } from '../support/structures.js';

export default {
  'village-podium': ({ int, word, list }) =>
    list(int(), () => ({ name: word(), points: int() }))
      .sort((a, b) => b.points - a.points || (a.name < b.name ? -1 : 1))
      .map(({ name }) => name)
      .join('\n'),

  'thermometer-shop': ({ int, ints }) => {
    const [n, q] = [int(), int()];
    const limits = ints(n).sort(byNumber);
    return ints(q)
      .map((x) => countBelow(limits, x))
      .join('\n');
  },

  'square-courtyard': ({ big }) => {
    const n = big();
    let [lo, hi] = [0n, 1_000_000_001n];
    while (hi - lo > 1n) {
      const middle = (lo + hi) / 2n;
      if (middle * middle <= n) lo = middle;
      else hi = middle;
    }
    return `${lo} ${n - lo * lo}`;
  },

  'shelf-of-scrolls': ({ int, words }) =>
    words(int())
      .sort((a, b) => a.length - b.length || (a > b ? -1 : a < b ? 1 : 0))
      .join('\n'),

  'ferry-crossings': ({ int, ints }) => {
    const [n, d] = [int(), int()];
    const w = ints(n);
    const enough = (capacity) => {
      let [crossings, load] = [1, 0];
      for (const x of w) {
        if (load + x > capacity) [crossings, load] = [crossings + 1, 0];
        load += x;
      }
      return crossings <= d;
    };
    const total = w.reduce((a, b) => a + b);
    return firstTrue(Math.max(...w), total, enough);
  },

  'beehive-spacing': ({ int, ints }) => {
    const [n, k] = [int(), int()];
    const x = ints(n).sort(byNumber);
    const tooWide = (distance) => {
      let [placed, last] = [0, -Infinity];
      for (const spot of x) {
        if (spot - last < distance) continue;
        placed++;
        last = spot;
      }
      return placed < k;
    };
    return firstTrue(1, 1_000_000_001, tooWide) - 1;
  },

  'jostled-line': ({ int, ints }) => {
    const sorted = (list) => {
      if (list.length < 2) return { order: list, pairs: 0 };
      const left = sorted(list.slice(0, list.length >> 1));
      const right = sorted(list.slice(list.length >> 1));
      const order = [];
      let [pairs, i, j] = [left.pairs + right.pairs, 0, 0];
      while (i < left.order.length || j < right.order.length) {
        if (j === right.order.length || left.order[i] <= right.order[j]) order.push(left.order[i++]);
        else {
          order.push(right.order[j++]);
          pairs += left.order.length - i;
        }
      }
      return { order, pairs };
    };
    return sorted(ints(int())).pairs;
  },

  'tile-products': ({ int }) => {
    const [n, m, k] = [int(), int(), int()];
    return firstTrue(1, n * m, (x) => {
      let count = 0;
      for (let a = 1; a <= n; a++) count += Math.min(m, Math.floor(x / a));
      return count >= k;
    });
  },

  'longest-invoice': ({ int, words }) => {
    const total = words(int())
      .sort((a, b) => (a + b < b + a ? 1 : -1))
      .join('');
    return total.startsWith('0') ? '0' : total;
  },

  'close-neighbours': ({ int, ints }) => {
    const [n, k] = [int(), int()];
    const x = ints(n).sort(byNumber);
    return firstTrue(0, 1_000_000_000, (distance) => {
      let [pairs, start] = [0, 0];
      for (let end = 0; end < n; end++) {
        while (x[end] - x[start] > distance) start++;
        pairs += end - start;
      }
      return pairs >= k;
    });
  },
};
