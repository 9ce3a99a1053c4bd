import { add, MOD } from '../support/modular.js';
import { byNumber, countBelow } from '../support/structures.js';

export default {
  'rotten-steps': ({ int, ints }) => {
    const [n, m] = [int(), int()];
    const rotten = new Set(ints(m));
    const ways = [1];
    for (let i = 1; i <= n; i++) ways.push(rotten.has(i) ? 0 : ways.slice(-3).reduce(add));
    return ways[n];
  },

  'resting-fields': ({ int, ints }) => {
    let [sown, best] = [0, 0];
    for (const y of ints(int())) [sown, best] = [best, Math.max(best, sown + y)];
    return best;
  },

  'strange-mint': ({ int, ints }) => {
    const [n, t] = [int(), int()];
    const coins = ints(n);
    const fewest = [0];
    for (let sum = 1; sum <= t; sum++) fewest.push(1 + Math.min(...coins.map((c) => fewest[sum - c] ?? Infinity)));
    return fewest[t] === Infinity ? -1 : fewest[t];
  },

  'attic-trunk': ({ int }) => {
    const [n, w] = [int(), int()];
    const best = Array(w + 1).fill(0);
    for (let i = 0; i < n; i++) {
      const [a, v] = [int(), int()];
      for (let weight = w; weight >= a; weight--) best[weight] = Math.max(best[weight], best[weight - a] + v);
    }
    return best[w];
  },

  'ascending-melody': ({ int, ints }) => {
    const ends = [];
    for (const p of ints(int())) ends[countBelow(ends, p)] = p;
    return ends.length;
  },

  'two-storytellers': ({ word }) => {
    const [s, t] = [word(), word()];
    let row = Array(t.length + 1).fill(0);
    for (const scene of s) {
      const next = [0];
      for (let j = 1; j <= t.length; j++)
        next.push(scene === t[j - 1] ? row[j - 1] + 1 : Math.max(row[j], next[j - 1]));
      row = next;
    }
    return row[t.length];
  },

  'telegraph-repair': ({ ints, word }) => {
    const [a, b, c] = ints(3);
    const [s, t] = [word(), word()];
    let row = Array.from({ length: t.length + 1 }, (_, j) => j * a);
    for (const letter of s) {
      const next = [row[0] + b];
      for (let j = 1; j <= t.length; j++)
        next.push(Math.min(row[j] + b, next[j - 1] + a, row[j - 1] + (letter === t[j - 1] ? 0 : c)));
      row = next;
    }
    return row[t.length];
  },

  'pasture-paths': ({ int, words }) => {
    const [r, c] = [int(), int()];
    const ways = Array(c + 1).fill(0);
    ways[1] = 1;
    for (const row of words(r))
      for (let j = 1; j <= c; j++) ways[j] = row[j - 1] === '#' ? 0 : add(ways[j], ways[j - 1]);
    return ways[c];
  },

  'ribbon-cuts': ({ word }) => {
    const s = word();
    const cuts = [-1, ...Array(s.length).fill(Infinity)];
    for (let centre = 0; centre < 2 * s.length - 1; centre++) {
      let [i, j] = [centre >> 1, (centre + 1) >> 1];
      while (i >= 0 && j < s.length && s[i] === s[j]) {
        cuts[j + 1] = Math.min(cuts[j + 1], cuts[i] + 1);
        i--;
        j++;
      }
    }
    return cuts[s.length];
  },

  'beacon-code': ({ word }) => {
    const s = word();
    const ways = [1];
    for (let i = 1; i <= s.length; i++) {
      const one = s[i - 1] === '0' ? 0 : ways[i - 1];
      const two = i > 1 && s[i - 2] !== '0' && Number(s.slice(i - 2, i)) <= 26 ? ways[i - 2] : 0;
      ways.push(add(one, two));
    }
    return ways[s.length];
  },

  'paid-performances': ({ int, list }) => {
    const festivals = list(int(), () => [int(), int(), int()]).sort((a, b) => a[1] - b[1]);
    const ends = festivals.map(([, end]) => end);
    const best = [0];
    for (const [i, [start, , pay]] of festivals.entries())
      best.push(Math.max(best[i], best[countBelow(ends, start)] + pay));
    return best.at(-1);
  },

  'heaps-of-gravel': ({ int, ints }) => {
    const n = int();
    const before = [0];
    for (const g of ints(n)) before.push(before.at(-1) + g);
    const cost = Array.from({ length: n }, () => Array(n).fill(0));
    for (let i = n - 2; i >= 0; i--)
      for (let j = i + 1; j < n; j++) {
        let best = Infinity;
        for (let cut = i; cut < j; cut++) best = Math.min(best, cost[i][cut] + cost[cut + 1][j]);
        cost[i][j] = best + before[j + 1] - before[i];
      }
    return cost[0][n - 1];
  },

  'courier-tour': ({ int, ints, list }) => {
    const n = int();
    const t = list(n, () => ints(n));
    const best = Array.from({ length: 1 << n }, () => Array(n).fill(Infinity));
    best[1][0] = 0;
    for (let seen = 1; seen < 1 << n; seen++)
      for (let at = 0; at < n; at++)
        for (let to = 0; to < n; to++) {
          if (seen & (1 << to)) continue;
          const next = seen | (1 << to);
          best[next][to] = Math.min(best[next][to], best[seen][at] + t[at][to]);
        }
    return Math.min(...best.at(-1).map((time, at) => time + t[at][0]));
  },

  'lucky-odometers': ({ big, int }) => {
    const [a, b, k] = [big(), big(), int()];
    const upTo = (limit) => {
      // How many numbers are already below the limit, by digit sum; and the digit sum of the limit so far.
      let below = Array(k).fill(0);
      let tight = 0;
      for (const digit of String(limit)) {
        const next = Array(k).fill(0);
        for (let d = 0; d < 10; d++) {
          for (let sum = 0; sum < k; sum++) next[(sum + d) % k] = add(next[(sum + d) % k], below[sum]);
          if (d < Number(digit)) next[(tight + d) % k] = add(next[(tight + d) % k], 1);
        }
        tight = (tight + Number(digit)) % k;
        below = next;
      }
      return add(below[0], tight === 0 ? 1 : 0);
    };
    return (upTo(b) - upTo(a - 1n) + MOD) % MOD;
  },

  'domino-terrace': ({ int }) => {
    const [r, c] = [int(), int()];
    // Bit i says that square i of the border line is already covered.
    let ways = new Map([[0, 1]]);
    for (let square = 0; square < r * c; square++) {
      const next = new Map();
      const put = (border, n) => next.set(border, add(next.get(border) ?? 0, n));
      for (const [border, n] of ways) {
        if (border & 1) put(border >> 1, n);
        else {
          put((border >> 1) | (1 << (r - 1)), n);
          if (square % r < r - 1 && !(border & 2)) put((border >> 1) | 1, n);
        }
      }
      ways = next;
    }
    return ways.get(0) ?? 0;
  },

  'rising-choices': ({ int, ints }) => {
    const a = ints(int());
    const values = [...new Set(a)].sort(byNumber);
    const better = (x, y) => (x[0] === y[0] ? [x[0], add(x[1], y[1])] : x[0] > y[0] ? x : y);
    const tree = Array(values.length + 1).fill([0, 0]);
    let best = [0, 0];
    for (const x of a) {
      const place = countBelow(values, x);
      let before = [0, 0];
      for (let i = place; i > 0; i -= i & -i) before = better(before, tree[i]);
      const here = [before[0] + 1, before[0] === 0 ? 1 : before[1]];
      for (let i = place + 1; i < tree.length; i += i & -i) tree[i] = better(tree[i], here);
      best = better(best, here);
    }
    return best[1];
  },
};
