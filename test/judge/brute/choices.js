// Long because it is a list: one entry for each problem, and none depends on another.
import { lines, rows } from '../support/random.js';
import { isPalindrome, max, min, permutations, subsets, sum } from '../support/search.js';

const digitsSum = (n) => sum([...String(n)].map(Number));

export default {
  'strange-mint': {
    input: (random, n = random.int(1, 3)) => lines([n, random.int(0, 12)], random.ints(n, 1, 7)),
    answer: ({ int, ints }) => {
      const [n, t] = [int(), int()];
      const coins = ints(n);
      const pay = (rest) => (rest === 0 ? 0 : rest < 0 ? Infinity : 1 + min(coins.map((coin) => pay(rest - coin))));
      const fewest = pay(t);
      return fewest === Infinity ? -1 : fewest;
    },
  },

  'attic-trunk': {
    input: (random, n = random.int(1, 6)) =>
      lines([n, random.int(1, 10)], ...rows(random.list(n, () => [random.int(1, 6), random.int(1, 9)]))),
    answer: ({ int, list }) => {
      const [n, w] = [int(), int()];
      const packings = subsets(list(n, () => [int(), int()])).filter((packed) => sum(packed.map(([a]) => a)) <= w);
      return max(packings.map((packed) => sum(packed.map(([, v]) => v))));
    },
  },

  'ascending-melody': {
    input: (random, n = random.int(1, 8)) => lines(n, random.ints(n, 1, 6)),
    answer: ({ int, ints }) => {
      const rising = subsets(ints(int())).filter((notes) => notes.every((p, i) => i === 0 || notes[i - 1] < p));
      return max(rising.map((notes) => notes.length));
    },
  },

  'rising-choices': {
    input: (random, n = random.int(1, 8)) => lines(n, random.ints(n, 1, 5)),
    answer: ({ int, ints }) => {
      const rising = subsets(ints(int())).filter((list) => list.every((x, i) => i === 0 || list[i - 1] < x));
      const height = max(rising.map((list) => list.length));
      return rising.filter((list) => list.length === height).length;
    },
  },

  'two-storytellers': {
    input: (random) => lines(random.word(random.int(1, 6), 'abc'), random.word(random.int(1, 6), 'abc')),
    answer: ({ word }) => {
      const [s, t] = [word(), word()].map((text) => subsets([...text]).map((scenes) => scenes.join('')));
      return max(s.map((scenes) => (t.includes(scenes) ? scenes.length : 0)));
    },
  },

  'telegraph-repair': {
    input: (random) => lines(random.ints(3, 1, 5), random.word(random.int(1, 4)), random.word(random.int(1, 4))),
    answer: ({ ints, word }) => {
      const [a, b, c] = ints(3);
      const repair = (s, t) => {
        if (s === '' || t === '') return s.length * b + t.length * a;
        const [rest, wanted] = [s.slice(1), t.slice(1)];
        return Math.min(repair(rest, t) + b, repair(s, wanted) + a, repair(rest, wanted) + (s[0] === t[0] ? 0 : c));
      };
      return repair(word(), word());
    },
  },

  'ribbon-cuts': {
    input: (random) => random.word(random.int(1, 8), 'abc'),
    answer: ({ word }) => {
      const cut = (s) => {
        if (isPalindrome(s)) return 0;
        const heads = [...s].map((_, i) => s.slice(0, i + 1)).filter((head) => head !== s && isPalindrome(head));
        return 1 + min(heads.map((head) => cut(s.slice(head.length))));
      };
      return cut(word());
    },
  },

  'beacon-code': {
    input: (random) => random.word(random.int(1, 9), '01237'),
    answer: ({ word }) => {
      const words = (s) =>
        s === ''
          ? 1
          : sum(
              [1, 2].map((n) => (s.length >= n && /^([1-9]|1\d|2[0-6])$/.test(s.slice(0, n)) ? words(s.slice(n)) : 0)),
            );
      return words(word());
    },
  },

  'paid-performances': {
    input: (random, n = random.int(1, 6)) =>
      lines(n, ...rows(random.list(n, () => [...random.ints(2, 1, 8).sort((a, b) => a - b), random.int(1, 9)]))),
    answer: ({ int, list }) => {
      const possible = subsets(list(int(), () => [int(), int(), int()])).filter((chosen) =>
        chosen.every(([s, e], i) => chosen.slice(i + 1).every(([t, f]) => e < t || f < s)),
      );
      return max(possible.map((chosen) => sum(chosen.map(([, , pay]) => pay))));
    },
  },

  'heaps-of-gravel': {
    input: (random, n = random.int(1, 6)) => lines(n, random.ints(n, 1, 9)),
    answer: ({ int, ints }) => {
      const merge = (heaps) =>
        heaps.length === 1
          ? 0
          : min(
              heaps.slice(1).map((heap, i) => {
                const joined = heaps[i] + heap;
                return joined + merge([...heaps.slice(0, i), joined, ...heaps.slice(i + 2)]);
              }),
            );
      return merge(ints(int()));
    },
  },

  'splicing-ropes': {
    input: (random, n = random.int(1, 5)) => lines(n, random.ints(n, 1, 9)),
    answer: ({ int, ints }) => {
      const splice = (ropes) =>
        ropes.length === 1
          ? 0
          : min(
              subsets([...ropes.keys()])
                .filter((pair) => pair.length === 2)
                .map(
                  ([i, j]) =>
                    ropes[i] + ropes[j] + splice([...ropes.filter((_, k) => k !== i && k !== j), ropes[i] + ropes[j]]),
                ),
            );
      return splice(ints(int()));
    },
  },

  'courier-tour': {
    input: (random, n = random.int(1, 5)) =>
      lines(n, ...rows(random.list(n, (i) => random.list(n, (j) => (i === j ? 0 : random.int(0, 20)))))),
    answer: ({ int, ints, list }) => {
      const n = int();
      const t = list(n, () => ints(n));
      const tours = permutations(Array.from({ length: n - 1 }, (_, i) => i + 1)).map((order) => [0, ...order, 0]);
      return min(tours.map((tour) => sum(tour.slice(1).map((place, i) => t[tour[i]][place]))));
    },
  },

  'lucky-odometers': {
    input: (random, a = random.int(1, 300)) => lines([a, a + random.int(0, 300)], random.int(1, 12)),
    answer: ({ int }) => {
      const [a, b, k] = [int(), int(), int()];
      return Array.from({ length: b - a + 1 }, (_, i) => a + i).filter((n) => digitsSum(n) % k === 0).length;
    },
  },

  'domino-terrace': {
    input: (random) => lines([random.int(1, 4), random.int(1, 5)]),
    answer: ({ int }) => {
      const [r, c] = [int(), int()];
      const lay = (covered) => {
        const first = covered.indexOf(false);
        if (first < 0) return 1;
        const neighbours = [(first + 1) % c === 0 ? -1 : first + 1, first + c];
        return sum(
          neighbours.map((other) =>
            covered[other] === false ? lay(covered.map((x, i) => x || i === first || i === other)) : 0,
          ),
        );
      };
      return lay(Array(r * c).fill(false));
    },
  },

  'even-shares': {
    input: (random) => random.int(1, 400),
    answer: ({ int }) => {
      const n = int();
      const sizes = Array.from({ length: n }, (_, i) => i + 1).filter((d) => n % d === 0);
      return `${sizes.length} ${sum(sizes)}`;
    },
  },

  'ferris-alignment': {
    input: (random, m = random.int(1, 30)) => lines([random.int(0, m - 1), random.int(0, m - 1), m]),
    answer: ({ int }) => {
      const [a, b, m] = [int(), int(), int()];
      return Array.from({ length: m }).findIndex((_, x) => (a * x) % m === b);
    },
  },

  'two-calendars': {
    input: (random, m = random.int(1, 15), k = random.int(1, 15)) =>
      lines([random.int(0, m - 1), m, random.int(0, k - 1), k]),
    answer: ({ int }) => {
      const [a, m, b, k] = [int(), int(), int(), int()];
      const day = Array.from({ length: m * k }).findIndex((_, x) => x % m === a && x % k === b);
      return day < 0 ? 'never' : day;
    },
  },

  'coprime-census': {
    input: (random) => random.int(1, 30),
    answer: ({ int }) => {
      const n = int();
      let pairs = 0;
      for (let b = 1; b <= n; b++)
        for (let a = 1; a < b; a++) {
          const shared = Array.from({ length: a }, (_, i) => i + 1).filter((d) => a % d === 0 && b % d === 0);
          if (shared.length === 1) pairs++;
        }
      return pairs;
    },
  },

  'leading-candidate': {
    input: (random, b = random.int(0, 5)) => lines([b + random.int(0, 4), b]),
    answer: ({ int }) => {
      const count = (a, b, lead) =>
        lead < 0
          ? 0
          : a + b === 0
            ? 1
            : (a > 0 ? count(a - 1, b, lead + 1) : 0) + (b > 0 ? count(a, b - 1, lead - 1) : 0);
      return count(int(), int(), 0);
    },
  },

  'ringing-hours': {
    input: (random, k = random.int(1, 4)) => lines([random.int(1, 60), k], random.ints(k, 1, 12)),
    answer: ({ int, ints }) => {
      const [n, k] = [int(), int()];
      const periods = ints(k);
      return Array.from({ length: n }, (_, i) => i + 1).filter((minute) => periods.some((p) => minute % p === 0))
        .length;
    },
  },

  'shuffled-playlist': {
    input: (random, n = random.int(1, 5)) => lines([n, random.int(1, [1, 1, 2, 6, 24, 120][n])]),
    answer: ({ int }) => {
      const [n, k] = [int(), int()];
      return permutations(Array.from({ length: n }, (_, i) => i + 1))[k - 1].join(' ');
    },
  },

  'secret-exponent': {
    input: (random, p = random.pick([2, 3, 5, 7, 11, 13, 31, 97])) =>
      lines([random.int(1, p - 1), random.int(1, p - 1), p]),
    answer: ({ int }) => {
      const [a, b, p] = [int(), int(), int()];
      for (let x = 0, value = 1 % p; x < p; x++, value = (value * a) % p) if (value === b) return x;
      return -1;
    },
  },

  'lit-windows': {
    input: (random) => random.int(0, 300),
    answer: ({ int }) => sum(Array.from({ length: int() + 1 }, (_, day) => day.toString(2).split('1').length - 1)),
  },

  'clashing-tones': {
    input: (random, n = random.int(2, 6)) => lines(n, random.ints(n, 0, 100)),
    answer: ({ int, ints }) => {
      const p = ints(int());
      return max(p.flatMap((x, i) => p.slice(i + 1).map((y) => x ^ y)));
    },
  },

  'fair-inheritance': {
    input: (random, n = random.int(1, 8)) => lines(n, random.ints(n, 1, 40)),
    answer: ({ int, ints }) => {
      const v = ints(int());
      return min(subsets(v).map((share) => Math.abs(sum(v) - 2 * sum(share))));
    },
  },

  'pebble-supper': {
    input: (random, t = random.int(1, 4)) =>
      lines(t, ...rows(random.list(t, () => [random.int(1, 14), random.int(1, 5)]))),
    answer: ({ int, list }) => {
      const wins = (n, k) => n === 0 || Array.from({ length: Math.min(n, k) }).some((_, i) => !wins(n - 1 - i, k));
      return list(int(), () => (wins(int(), int()) ? 'first' : 'second')).join('\n');
    },
  },

  'coal-barges': {
    input: (random, n = random.int(1, 3)) => lines(n, random.ints(n, 0, 4)),
    answer: ({ int, ints }) => {
      const moves = (sacks) =>
        sacks.flatMap((a, i) => Array.from({ length: a }, (_, left) => sacks.map((x, j) => (i === j ? left : x))));
      const loses = (sacks) => !moves(sacks).some(loses);
      return moves(ints(int())).filter(loses).length;
    },
  },

  'splitting-logs': {
    input: (random, n = random.int(1, 3)) => lines(n, random.ints(n, 1, 7)),
    answer: ({ int, ints }) => {
      const wins = (logs) =>
        logs.some((length, i) =>
          Array.from({ length: length - 1 }, (_, a) => a + 1).some(
            (a) => 2 * a < length && !wins([...logs.filter((_, j) => j !== i), a, length - a]),
          ),
        );
      return wins(ints(int())) ? 'first' : 'second';
    },
  },
};
