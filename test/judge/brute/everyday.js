// Long because it is a list: one entry for each problem, and none depends on another.
import { runInNewContext } from 'node:vm';
import { lines, rows } from '../support/random.js';
import { max, min, permutations, stretches, subsets, sum } from '../support/search.js';

const sortedPair = (random, lo, hi) => random.ints(2, lo, hi).sort((a, b) => a - b);
/** Two different numbers, the smaller first. */
const interval = (random, hi) => {
  const from = random.int(0, hi - 1);
  return [from, random.int(from + 1, hi)];
};
const upTo = (n) => Array.from({ length: n }, (_, i) => i + 1);

export default {
  'lighthouse-ledger': {
    input: (random, n = random.int(1, 6)) =>
      lines([n, 3], random.ints(n, 0, 9), ...rows(random.list(3, () => sortedPair(random, 1, n)))),
    answer: ({ int, ints, list }) => {
      const [n, q] = [int(), int()];
      const a = ints(n);
      return list(q, () => sum(a.slice(int() - 1, int()))).join('\n');
    },
  },

  'crate-carousel': {
    input: (random, n = random.int(1, 6)) => lines([n, random.int(0, 20)], random.ints(n, 1, 9)),
    answer: ({ int, ints }) => {
      const [n, k] = [int(), int()];
      const crates = ints(n);
      for (let press = 0; press < k; press++) crates.push(crates.shift());
      return crates.join(' ');
    },
  },

  'orchard-frames': {
    input: (random, r = random.int(1, 4), c = random.int(1, 4)) => {
      const frames = random.list(3, () => {
        const [[r1, r2], [c1, c2]] = [sortedPair(random, 1, r), sortedPair(random, 1, c)];
        return [r1, c1, r2, c2];
      });
      return lines([r, c, 3], ...rows(random.list(r, () => random.ints(c, 0, 9))), ...rows(frames));
    },
    answer: ({ int, ints, list }) => {
      const [r, c, q] = [int(), int(), int()];
      const trees = list(r, () => ints(c));
      return list(q, () => {
        const [r1, c1, r2, c2] = ints(4);
        return sum(trees.slice(r1 - 1, r2).flatMap((row) => row.slice(c1 - 1, c2)));
      }).join('\n');
    },
  },

  'fence-patches': {
    input: (random, n = random.int(1, 6), m = random.int(1, 4)) =>
      lines([n, m], ...rows(random.list(m, () => [...sortedPair(random, 1, n), random.int(-4, 4)]))),
    answer: ({ int }) => {
      const [n, m] = [int(), int()];
      const boards = Array(n).fill(0);
      for (let day = 0; day < m; day++) {
        const [l, r, v] = [int(), int(), int()];
        for (let i = l; i <= r; i++) boards[i - 1] += v;
      }
      return `${max(boards)} ${boards.filter((coats) => coats === max(boards)).length}`;
    },
  },

  'two-kettles': {
    input: (random, n = random.int(2, 7)) => lines([n, random.int(1, 12)], random.ints(n, 1, 8)),
    answer: ({ int, ints }) => {
      const [n, t] = [int(), int()];
      const v = ints(n);
      for (let second = 1; second < n; second++)
        for (let first = 0; first < second; first++)
          if (v[first] + v[second] === t) return `${first + 1} ${second + 1}`;
      return 'none';
    },
  },

  'swap-meet': {
    input: (random, n = random.int(1, 6), m = random.int(1, 6)) =>
      lines([n, m], random.ints(n, 1, 4), random.ints(m, 1, 4)),
    answer: ({ int, ints }) => {
      const [n, m] = [int(), int()];
      const [a, b] = [ints(n), ints(m)];
      const pairs = [];
      for (const stamp of a.sort((x, y) => x - y)) {
        const place = b.indexOf(stamp);
        if (place >= 0) pairs.push(...b.splice(place, 1));
      }
      return pairs.length === 0 ? '0' : `${pairs.length}\n${pairs.join(' ')}`;
    },
  },

  'sandbag-pairs': {
    input: (random, n = random.int(1, 7)) => lines([n, random.int(1, 12)], random.ints(n, 1, 9)),
    answer: ({ int, ints }) => {
      const [n, c] = [int(), int()];
      return subsets(ints(n)).filter((pair) => pair.length === 2 && sum(pair) <= c).length;
    },
  },

  'nested-boxes': {
    input: (random) => random.word(random.int(1, 6), '()[]{}'),
    answer: ({ word }) => {
      const s = word();
      const reduced = (text) => {
        const next = text.replace(/\(\)|\[\]|\{\}/g, '');
        return next === text ? text : reduced(next);
      };
      const wrong = [...s].findIndex((_, i) => /[)\]}]/.test(reduced(s.slice(0, i + 1))));
      return wrong >= 0 ? wrong + 1 : reduced(s) === '' ? 'ok' : 'open';
    },
  },

  'hot-chestnut': {
    input: (random) => lines([random.int(1, 8), random.int(0, 12)]),
    answer: ({ int }) => {
      const [n, k] = [int(), int()];
      const circle = upTo(n);
      const out = [];
      while (circle.length > 0) {
        for (let pass = 0; pass < k; pass++) circle.push(circle.shift());
        out.push(circle.shift());
      }
      return out.join(' ');
    },
  },

  'market-slate': {
    input: (random) => {
      const term = (depth) =>
        depth === 0 || random.int(0, 2) === 0
          ? String(random.int(0, 99))
          : random.pick([
              () => `${term(depth - 1)}${random.pick(['+', '-', '*'])}${term(depth - 1)}`,
              () => `(${term(depth - 1)})`,
            ])();
      return term(4);
    },
    answer: ({ word }) => {
      // Binary operators of JavaScript have the same ranks.
      const exact = word().replace(/\d+/g, (digits) => `${BigInt(digits)}n`);
      const value = runInNewContext(exact);
      const p = 1_000_000_007n;
      return ((value % p) + p) % p;
    },
  },

  'reverse-abacus': {
    input: (random) => {
      const note = (depth) =>
        depth === 0 || random.int(0, 2) === 0
          ? [random.int(-9, 9)]
          : [...note(depth - 1), ...note(depth - 1), random.pick(['+', '-', '*'])];
      const items = note(3);
      return lines(items.length, items);
    },
    answer: ({ int, words }) => {
      const infix = words(int()).reduce((stack, item) => {
        if (!/^[-+*]$/.test(item)) return [...stack, `(${item})`];
        const [left, right] = stack.slice(-2);
        return [...stack.slice(0, -2), `(${left}${item}${right})`];
      }, []);
      return runInNewContext(`${infix[0]} + 0`);
    },
  },

  'runner-up-board': {
    input: (random, n = random.int(1, 7)) => lines([n, random.int(1, n)], random.ints(n, 1, 6)),
    answer: ({ int, ints }) => {
      const [n, k] = [int(), int()];
      const bids = ints(n);
      return bids.map((_, i) => bids.slice(0, i + 1).sort((a, b) => b - a)[k - 1] ?? '-').join(' ');
    },
  },

  'honey-cakes': {
    input: (random, n = random.int(1, 4), m = random.int(1, 4)) =>
      lines([n, m], random.ints(n, 1, 6), random.ints(m, 1, 6)),
    answer: ({ int, ints }) => {
      const [n, m] = [int(), int()];
      const [wishes, cakes] = [ints(n), ints(m)];
      const orders = permutations(cakes).flatMap((given) => permutations(wishes).map((asked) => [given, asked]));
      return max(orders.map(([given, asked]) => given.filter((size, i) => asked[i] <= size).length));
    },
  },

  'painted-kerb': {
    input: (random, n = random.int(1, 5)) => lines(n, ...rows(random.list(n, () => interval(random, 12)))),
    answer: ({ int, list }) => {
      const parts = list(int(), () => [int(), int()]);
      const metres = Array.from({ length: 12 }, (_, x) => parts.some(([l, r]) => l <= x && x < r));
      const starts = metres.filter((painted, x) => painted && !metres[x - 1]);
      return `${metres.filter(Boolean).length} ${starts.length}`;
    },
  },

  'lecture-hopper': {
    input: (random, n = random.int(1, 6)) => lines(n, ...rows(random.list(n, () => interval(random, 9)))),
    answer: ({ int, list }) => {
      const plans = subsets(list(int(), () => [int(), int()])).filter((plan) =>
        plan.every(([s, e], i) => plan.slice(i + 1).every(([t, f]) => e <= t || f <= s)),
      );
      return max(plans.map((plan) => plan.length));
    },
  },

  'berths-at-noon': {
    input: (random, n = random.int(1, 6)) => lines(n, ...rows(random.list(n, () => interval(random, 9)))),
    answer: ({ int, list }) => {
      const ships = list(int(), () => [int(), int()]);
      return max([0, ...upTo(9)].map((minute) => ships.filter(([a, d]) => a <= minute && minute < d).length));
    },
  },

  'rotten-steps': {
    input: (random, n = random.int(1, 9)) => {
      const rotten = upTo(n).filter(() => random.int(0, 3) === 0);
      return lines([n, rotten.length], rotten);
    },
    answer: ({ int, ints }) => {
      const [n, m] = [int(), int()];
      const rotten = ints(m);
      const ways = (step) =>
        step === n ? 1 : sum([1, 2, 3].map((k) => (step + k <= n && !rotten.includes(step + k) ? ways(step + k) : 0)));
      return ways(0);
    },
  },

  'resting-fields': {
    input: (random, n = random.int(1, 8)) => lines(n, random.ints(n, 0, 9)),
    answer: ({ int, ints }) => {
      const yields = ints(int());
      const plans = subsets([...yields.keys()]).filter((sown) =>
        sown.every((field, i) => i === 0 || field - sown[i - 1] > 1),
      );
      return max(plans.map((sown) => sum(sown.map((field) => yields[field]))));
    },
  },

  'pasture-paths': {
    input: (random, r = random.int(1, 4), c = random.int(1, 4)) => lines([r, c], random.grid(r, c, '...#')),
    answer: ({ int, words }) => {
      const [r, c] = [int(), int()];
      const grid = words(r);
      const home = (i, j) =>
        grid[i]?.[j] !== '.' ? 0 : i === r - 1 && j === c - 1 ? 1 : home(i + 1, j) + home(i, j + 1);
      return home(0, 0);
    },
  },

  'one-oven-bakery': {
    input: (random, n = random.int(1, 5)) =>
      lines(n, ...rows(random.list(n, () => [random.int(0, 9), random.int(1, 4)]))),
    answer: ({ int, list }) => {
      const orders = list(int(), () => [int(), int()]);
      const open = new Set(orders.keys());
      const done = [];
      for (let minute = 0; open.size > 0; minute++) {
        const ready = [...open].filter((i) => orders[i][0] <= minute);
        if (ready.length === 0) continue;
        const next = ready.sort((a, b) => orders[a][1] - orders[b][1] || a - b)[0];
        open.delete(next);
        done.push(next + 1);
        minute += orders[next][1] - 1;
      }
      return done.join(' ');
    },
  },

  'train-shunting': {
    input: (random, n = random.int(1, 6)) => lines(n, random.permutation(n)),
    answer: ({ int, ints }) => {
      const n = int();
      const wanted = ints(n);
      // Tries every order of pushing in and pulling out.
      const most = (arrived, siding, left) => {
        if (left === n) return siding.length;
        const pushed = arrived < n ? most(arrived + 1, [...siding, arrived + 1], left) : Infinity;
        const pulled = siding.at(-1) === wanted[left] ? most(arrived, siding.slice(0, -1), left + 1) : Infinity;
        return Math.max(siding.length, Math.min(pushed, pulled));
      };
      const size = most(0, [], 0);
      return size === Infinity ? 'impossible' : size;
    },
  },

  'village-wrestling': {
    input: (random, n = random.pick([2, 4, 8])) => lines([n, random.int(1, n)], random.permutation(n)),
    answer: ({ int, ints }) => {
      const [n, p] = [int(), int()];
      const s = ints(n);
      // The strongest of each block of 2, 4, 8 … wins it; the final is between the halves.
      const half = s.indexOf(n) < n / 2 ? s.slice(n / 2) : s.slice(0, n / 2);
      const lost = [1, 2, 3].find((round) => {
        const size = 2 ** round;
        const from = Math.floor((p - 1) / size) * size;
        return size <= n && max(s.slice(from, from + size)) > s[p - 1];
      });
      return `${s.indexOf(max(half)) + 1} ${lost ?? 0}`;
    },
  },

  'prime-lockers': {
    input: (random) => random.int(2, 200),
    answer: ({ int }) => {
      const primes = upTo(int()).filter((n) => n > 1 && upTo(n).filter((d) => n % d === 0).length === 2);
      return `${primes.length} ${primes.at(-1)}`;
    },
  },

  'factorial-tails': {
    input: (random) => lines(1, random.int(0, 120)),
    answer: ({ int }) => {
      int();
      const product = upTo(int()).reduce((a, b) => a * BigInt(b), 1n);
      return /0*$/.exec(String(product))[0].length;
    },
  },

  'clockwork-power': {
    input: (random) => lines([random.int(0, 20), random.int(0, 20), random.int(1, 50)]),
    answer: ({ big }) => {
      const [a, k, m] = [big(), big(), big()];
      return a ** k % m;
    },
  },

  'committee-table': {
    input: (random) => lines(2, [random.int(0, 12), random.int(0, 12)], [random.int(0, 12), random.int(0, 12)]),
    answer: ({ int, list }) =>
      list(int(), () => {
        const [n, k] = [int(), int()];
        return subsets(upTo(n)).filter((committee) => committee.length === k).length;
      }).join('\n'),
  },

  'gray-dial': {
    input: (random, n = random.int(1, 7)) => lines([n, random.int(0, 2 ** n - 1)]),
    answer: ({ int }) => {
      const dial = (n) =>
        n === 1
          ? ['0', '1']
          : [
              ...dial(n - 1).map((x) => `0${x}`),
              ...dial(n - 1)
                .reverse()
                .map((x) => `1${x}`),
            ];
      return dial(int())[int()];
    },
  },

  'ambiguous-bells': {
    input: (random) => {
      const words = [...new Set(random.list(random.int(1, 5), () => random.word(random.int(1, 4), '12')))];
      return lines(words.length, ...words);
    },
    answer: ({ int, words }) => {
      const book = words(int());
      const unclear = book.filter((word) => book.some((other) => other !== word && other.startsWith(word)));
      return unclear.sort((a, b) => (a < b ? -1 : 1))[0] ?? 'clear';
    },
  },

  'rabbit-ledger': {
    input: (random) => lines([...random.ints(4, 0, 5), random.int(0, 8)]),
    answer: ({ int }) => {
      const [a, b, p, q, n] = [int(), int(), int(), int(), int()];
      const pairs = [a, b];
      while (pairs.length <= n) pairs.push(p * pairs.at(-1) + q * pairs.at(-2));
      return pairs[n];
    },
  },

  'spiral-stair': {
    input: (random, r = random.int(1, 5), c = random.int(1, 5)) =>
      lines([r, c], ...rows(random.list(r, () => random.ints(c, 0, 99)))),
    answer: ({ int, ints, list }) => {
      const [r, c] = [int(), int()];
      const tiles = list(r, () => ints(c));
      let [i, j, di, dj] = [0, 0, 0, 1];
      const walk = [];
      for (let step = 0; step < r * c; step++) {
        walk.push(tiles[i][j]);
        tiles[i][j] = undefined;
        if (tiles[i + di]?.[j + dj] === undefined) [di, dj] = [dj, -di];
        [i, j] = [i + di, j + dj];
      }
      return walk.join(' ');
    },
  },

  'theatre-seats': {
    input: (random, n = random.int(1, 6)) => {
      const taken = new Set();
      const commands = random.list(8, () => {
        if (taken.size === n || (taken.size > 0 && random.int(0, 1) === 0)) {
          const seat = random.pick([...taken]);
          taken.delete(seat);
          return ['free', seat];
        }
        const free = upTo(n).filter((seat) => !taken.has(seat));
        const k = random.int(1, free.length);
        taken.add(free[k - 1]);
        return ['take', k];
      });
      return lines([n, 8], ...rows(commands));
    },
    answer: ({ int, word, list }) => {
      const [n, q] = [int(), int()];
      const taken = new Set();
      return list(q, () => {
        const [command, x] = [word(), int()];
        if (command === 'free') return taken.delete(x) ? [] : ['never taken'];
        const seat = upTo(n).filter((s) => !taken.has(s))[x - 1];
        taken.add(seat);
        return [seat];
      })
        .flat()
        .join('\n');
    },
  },

  'crossing-ditches': {
    input: (random) => lines(2, random.ints(8, 0, 3), random.ints(8, 0, 3)),
    answer: ({ int, ints, list }) =>
      list(int(), () => {
        const [x1, y1, x2, y2, x3, y3, x4, y4] = ints(8);
        // Any common point of such short ditches lies at a fraction with this denominator of both.
        const steps = Array.from({ length: 361 }, (_, k) => k / 360);
        const near = (a, b) => Math.abs(a - b) < 1e-9;
        const det = (x2 - x1) * (y4 - y3) - (y2 - y1) * (x4 - x3);
        if (det !== 0) {
          const t = ((x3 - x1) * (y4 - y3) - (y3 - y1) * (x4 - x3)) / det;
          const u = ((x3 - x1) * (y2 - y1) - (y3 - y1) * (x2 - x1)) / det;
          return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? 'yes' : 'no';
        }
        const on = (px, py, ax, ay, bx, by) =>
          steps.some((s) => near(ax + s * (bx - ax), px) && near(ay + s * (by - ay), py));
        const ends = [
          [x1, y1, x3, y3, x4, y4],
          [x2, y2, x3, y3, x4, y4],
          [x3, y3, x1, y1, x2, y2],
          [x4, y4, x1, y1, x2, y2],
        ];
        return ends.some((points) => on(...points)) ? 'yes' : 'no';
      }).join('\n'),
  },

  'fenced-dots': {
    input: (random) => {
      // A triangle that is not flat.
      for (;;) {
        const [a, b, c] = random.list(3, () => random.ints(2, 0, 6));
        if ((b[0] - a[0]) * (c[1] - a[1]) !== (b[1] - a[1]) * (c[0] - a[0])) return lines(3, a, b, c);
      }
    },
    answer: ({ int, ints, list }) => {
      const corners = list(int(), () => ints(2));
      const dots = stretches(7).flatMap(([i, j]) =>
        i === j
          ? [[i, j]]
          : [
              [i, j],
              [j, i],
            ],
      );
      const turns = ([x, y]) =>
        corners.map(([ax, ay], i) => {
          const [bx, by] = corners[(i + 1) % 3];
          return Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
        });
      const inside = dots.filter((dot) => new Set(turns(dot)).size === 1);
      const border = dots.filter(
        (dot) => turns(dot).includes(0) && !(turns(dot).includes(1) && turns(dot).includes(-1)),
      );
      return `${border.length} ${inside.length}`;
    },
  },

  'smugglers-trails': {
    input: (random, n = random.int(2, 4), m = random.int(0, 6)) => lines([n, m], ...rows(random.graph(n, m))),
    answer: ({ int, edges }) => {
      const [n, m] = [int(), int()];
      const trails = edges(m);
      // As many routes as trails must be closed to part the two places.
      const sides = subsets(upTo(n - 2)).map((side) => [0, ...side]);
      return min(sides.map((side) => trails.filter(([a, b]) => side.includes(a) !== side.includes(b)).length));
    },
  },

  'carpet-with-holes': {
    input: (random, r = random.int(1, 3), c = random.int(1, 3)) => lines([r, c], random.grid(r, c, '..#')),
    answer: ({ int, words }) => {
      const [r, c] = [int(), int()];
      const floor = words(r).join('');
      const lay = (free) => {
        const first = free.indexOf('.');
        if (first < 0) return 0;
        const without = (text, ...places) => [...text].map((square, i) => (places.includes(i) ? '#' : square)).join('');
        const neighbours = [(first + 1) % c === 0 ? -1 : first + 1, first + c].filter((place) => free[place] === '.');
        return max([lay(without(free, first)), ...neighbours.map((place) => 1 + lay(without(free, first, place)))]);
      };
      return lay(floor);
    },
  },

  'abbey-distances': {
    input: (random, n = random.int(1, 5), m = random.int(0, 8)) =>
      lines(
        [n, m, 3],
        ...rows(random.graph(n, m, { loops: true, weight: [0, 9] })),
        ...rows(random.graph(n, 3, { loops: true })),
      ),
    answer: ({ int, edges }) => {
      const [n, m, q] = [int(), int(), int()];
      const tracks = edges(m, 1);
      return edges(q)
        .map(([s, t]) => {
          let time = Array.from({ length: n }, (_, i) => (i === s ? 0 : Infinity));
          for (let round = 0; round < n; round++)
            time = time.map((known, b) =>
              min([known, ...tracks.filter((track) => track[1] === b).map(([a, , w]) => time[a] + w)]),
            );
          return time[t] === Infinity ? -1 : time[t];
        })
        .join('\n');
    },
  },
};
