import { add, inverse, MOD, mul } from '../support/modular.js';
import { adjacency, byNumber } from '../support/structures.js';

export default {
  'odd-sock': ({ int, ints }) => ints(int()).reduce((a, b) => a ^ b),

  'lit-windows': ({ big }) => {
    const days = big() + 1n;
    let total = 0n;
    for (let bit = 1n; bit < days; bit *= 2n) {
      const rest = (days % (2n * bit)) - bit;
      total += (days / (2n * bit)) * bit + (rest > 0n ? rest : 0n);
    }
    return total;
  },

  'lonely-twins': ({ int, ints }) => {
    const dancers = ints(int());
    const both = dancers.reduce((a, b) => a ^ b);
    const bit = both & -both;
    const one = dancers.filter((d) => d & bit).reduce((a, b) => a ^ b);
    return [one, one ^ both].sort(byNumber).join(' ');
  },

  'gray-dial': ({ int, big }) => {
    const [n, k] = [int(), big()];
    return (k ^ (k >> 1n)).toString(2).padStart(n, '0');
  },

  'clashing-tones': ({ int, ints }) => {
    const root = [];
    let best = 0;
    for (const p of ints(int())) {
      let [node, mirror, clash] = [root, root, 0];
      for (let bit = 1 << 29; bit > 0; bit >>= 1) {
        const digit = p & bit ? 1 : 0;
        node = node[digit] ??= [];
        if (mirror?.[1 - digit] !== undefined) {
          clash |= bit;
          mirror = mirror[1 - digit];
        } else mirror = mirror?.[digit];
      }
      best = Math.max(best, clash);
    }
    return best;
  },

  'fair-inheritance': ({ int, ints }) => {
    const v = ints(int());
    const sums = (list) => list.reduce((all, x) => [...all, ...all.map((s) => s + x)], [0]).sort(byNumber);
    const [a, b] = [sums(v.slice(0, v.length >> 1)), sums(v.slice(v.length >> 1))];
    const total = v.reduce((x, y) => x + y);
    let [best, j] = [Infinity, b.length - 1];
    for (const x of a) {
      while (j > 0 && 2 * (x + b[j]) > total) j--;
      for (const y of b.slice(j, j + 2)) best = Math.min(best, Math.abs(total - 2 * (x + y)));
    }
    return best;
  },

  'half-typed-words': ({ int, words }) => {
    const [n, q] = [int(), int()];
    const root = { entries: 0, next: {} };
    for (const word of words(n)) {
      let node = root;
      for (const letter of word) {
        node = node.next[letter] ??= { entries: 0, next: {} };
        node.entries++;
      }
    }
    return words(q)
      .map((typed) => [...typed].reduce((node, letter) => node?.next[letter], root)?.entries ?? 0)
      .join('\n');
  },

  'ambiguous-bells': ({ int, words }) => {
    const sorted = words(int()).sort();
    return sorted.find((word, i) => sorted[i + 1]?.startsWith(word)) ?? 'clear';
  },

  'pebble-supper': ({ int, list }) =>
    list(int(), () => {
      const [n, k] = [int(), int()];
      return (n - 1) % (k + 1) === 0 ? 'second' : 'first';
    }).join('\n'),

  'coal-barges': ({ int, ints }) => {
    const sacks = ints(int());
    const all = sacks.reduce((a, b) => a ^ b);
    return sacks.filter((a) => (a ^ all) < a).length;
  },

  'splitting-logs': ({ int, ints }) => {
    const logs = ints(int());
    const value = [];
    for (let length = 0; length <= Math.max(...logs); length++) {
      const reached = new Set();
      for (let a = 1; 2 * a < length; a++) reached.add(value[a] ^ value[length - a]);
      value[length] = 0;
      while (reached.has(value[length])) value[length]++;
    }
    return logs.reduce((sum, length) => sum ^ value[length], 0) === 0 ? 'second' : 'first';
  },

  'downhill-duel': ({ int, edges }) => {
    const [n, m] = [int(), int()];
    const out = adjacency(n, edges(m), { directed: true });
    const wins = [];
    const decide = (a) => (wins[a] ??= out[a].some(([b]) => !decide(b)));
    return Array.from({ length: n }, (_, a) => decide(a)).filter(Boolean).length;
  },

  'dice-of-the-oracle': ({ int }) => {
    const [n, f, s] = [int(), int(), int()];
    const each = inverse(f);
    let chance = [1];
    for (let die = 0; die < n; die++) {
      const next = Array(chance.length + f).fill(0);
      for (const [total, p] of chance.entries())
        for (let face = 1; face <= f; face++) next[total + face] = add(next[total + face], mul(p, each));
      chance = next;
    }
    return chance.slice(s).reduce(add, 0);
  },

  'sticker-album': ({ int }) => {
    const [n, k] = [int(), int()];
    let bags = 0;
    for (let missing = 1; missing <= n - k; missing++) bags = add(bags, mul(n, inverse(missing)));
    return bags;
  },

  'drunken-beetle': ({ int, edges }) => {
    const [n, m] = [int(), int()];
    const near = adjacency(n, edges(m));
    // e_a - sum of e_b / degree = 1 for all forks but the last, where e is 0.
    const rows = near.slice(0, n - 1).map((neighbours, a) => {
      const row = Array(n).fill(0);
      row[a] = neighbours.length;
      for (const [b] of neighbours) if (b < n - 1) row[b] = (row[b] + MOD - 1) % MOD;
      row[n - 1] = neighbours.length;
      return row;
    });
    return solved(rows)[0];
  },

  'rabbit-ledger': ({ int, big }) => {
    const [a, b, p, q] = [int(), int(), int(), int()];
    const step = [
      [0, 1],
      [q, p],
    ];
    const [[x, y]] = matrixPower(step, big());
    return add(mul(x, a), mul(y, b));
  },

  'pilgrim-walks': ({ int, big, edges }) => {
    const [n, m, k] = [int(), int(), big()];
    const paths = Array.from({ length: n }, () => Array(n).fill(0));
    for (const [a, b] of edges(m)) paths[a][b]++;
    return matrixPower(paths, k)[0][n - 1];
  },
};

/** Solves linear equations modulo MOD; each row ends with its right side. */
function solved(rows) {
  const n = rows.length;
  for (let i = 0; i < n; i++) {
    const pivot = rows.findIndex((row, r) => r >= i && row[i] !== 0);
    [rows[i], rows[pivot]] = [rows[pivot], rows[i]];
    const factor = inverse(rows[i][i]);
    rows[i] = rows[i].map((x) => mul(x, factor));
    for (let r = 0; r < n; r++) {
      if (r === i) continue;
      const times = MOD - rows[r][i];
      rows[r] = rows[r].map((x, j) => add(x, mul(times, rows[i][j])));
    }
  }
  return rows.map((row) => row[n]);
}

function matrixPower(matrix, exponent) {
  const times = (a, b) => a.map((row) => b[0].map((_, j) => row.reduce((sum, x, k) => add(sum, mul(x, b[k][j])), 0)));
  let result = matrix.map((row, i) => row.map((_, j) => (i === j ? 1 : 0)));
  for (let base = matrix, e = exponent; e > 0n; e >>= 1n, base = times(base, base))
    if (e & 1n) result = times(result, base);
  return result;
}
