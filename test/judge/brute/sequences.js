// Long because it is a list: one entry for each problem, and none depends on another.
import { lines, rows } from '../support/random.js';
import { isPalindrome, max, min, permutations, stretches, subsets, sum } from '../support/search.js';
import { byText } from '../support/structures.js';

const small = (random) => random.int(1, 7);

export default {
  'missing-ticket': {
    input: (random, n = small(random)) => lines(n, random.ints(n, -2, 6)),
    answer: ({ int, ints }) => {
      const slips = ints(int());
      return [1, 2, 3, 4, 5, 6, 7, 8].find((ticket) => !slips.includes(ticket));
    },
  },

  'best-harvest-window': {
    input: (random, n = small(random)) => lines([n, random.int(1, n)], random.ints(n, -5, 5)),
    answer: ({ int, ints }) => {
      const [n, k] = [int(), int()];
      const p = ints(n);
      return max(
        stretches(n)
          .filter(([l, r]) => r - l + 1 >= k)
          .map(([l, r]) => sum(p.slice(l, r + 1))),
      );
    },
  },

  'terraced-pond': {
    input: (random, n = small(random)) => lines(n, random.ints(n, 0, 5)),
    answer: ({ int, ints }) => {
      const h = ints(int());
      return sum(h.map((x, i) => Math.max(0, Math.min(max(h.slice(0, i + 1)), max(h.slice(i))) - x)));
    },
  },

  'budget-bands': {
    input: (random, n = small(random), lo = random.int(-4, 4)) =>
      lines([n, lo, lo + random.int(0, 4)], random.ints(n, -4, 4)),
    answer: ({ int, ints }) => {
      const [n, lo, hi] = [int(), int(), int()];
      const b = ints(n);
      const totals = stretches(n).map(([l, r]) => sum(b.slice(l, r + 1)));
      return totals.filter((total) => lo <= total && total <= hi).length;
    },
  },

  'pattern-parade': {
    input: (random, n = random.int(1, 9)) => lines(random.word(n), random.word(random.int(1, n))),
    answer: ({ word }) => {
      const [s, w] = [word(), word()];
      return [...s].filter((_, i) => s.startsWith(w, i)).length;
    },
  },

  'wallpaper-tile': {
    input: (random) => random.word(random.int(1, 9)),
    answer: ({ word }) => {
      const s = word();
      return [...s, ''].findIndex((_, p) => p > 0 && s.startsWith(s.slice(p)));
    },
  },

  'first-in-the-ring': {
    input: (random) => random.word(random.int(1, 9), 'abc'),
    answer: ({ word }) => {
      const s = word();
      return [...s].map((_, i) => s.slice(i) + s.slice(0, i)).sort(byText)[0];
    },
  },

  'echo-count': {
    input: (random) => random.word(random.int(1, 9)),
    answer: ({ word }) => {
      const s = word();
      return stretches(s.length).filter(([l, r]) => isPalindrome(s.slice(l, r + 1))).length;
    },
  },

  'parcel-of-pieces': {
    input: (random) => random.word(random.int(1, 10)),
    answer: ({ word }) => {
      const s = word();
      return new Set(stretches(s.length).map(([l, r]) => s.slice(l, r + 1))).size;
    },
  },

  'twin-diaries': {
    input: (random) => lines(random.word(random.int(1, 8)), random.word(random.int(1, 8))),
    answer: ({ word }) => {
      const [s, t] = [word(), word()];
      return max(stretches(s.length).map(([l, r]) => (t.includes(s.slice(l, r + 1)) ? r - l + 1 : 0)));
    },
  },

  'refrain-finder': {
    input: (random) => lines(random.int(2, 4), random.word(random.int(1, 10))),
    answer: ({ int, word }) => {
      const [k, s] = [int(), word()];
      const times = (piece) => [...s].filter((_, i) => s.startsWith(piece, i)).length;
      return max(stretches(s.length).map(([l, r]) => (times(s.slice(l, r + 1)) >= k ? r - l + 1 : 0)));
    },
  },

  'toll-segments': {
    input: (random, n = small(random)) => lines([n, random.int(-3, 3)], random.ints(n, -3, 3)),
    answer: ({ int, ints }) => {
      const [n, k] = [int(), int()];
      const g = ints(n);
      return stretches(n).filter(([l, r]) => sum(g.slice(l, r + 1)) === k).length;
    },
  },

  'spice-shelf': {
    input: (random, n = small(random)) => lines([n, random.int(1, n)], random.ints(n, 1, 4)),
    answer: ({ int, ints }) => {
      const [n, k] = [int(), int()];
      const s = ints(n);
      return max(stretches(n).map(([l, r]) => (new Set(s.slice(l, r + 1)).size <= k ? r - l + 1 : 0)));
    },
  },

  'rainbow-scarf': {
    input: (random) => lines(random.word(random.int(1, 8), 'abc'), random.word(random.int(1, 4), 'abc')),
    answer: ({ word }) => {
      const [s, w] = [word(), word()];
      const count = (text, letter) => text.split(letter).length - 1;
      const fits = stretches(s.length).filter(([l, r]) =>
        [...w].every((letter) => count(s.slice(l, r + 1), letter) >= count(w, letter)),
      );
      return fits.length === 0 ? -1 : min(fits.map(([l, r]) => r - l + 1));
    },
  },

  'calm-stretch': {
    input: (random, n = small(random)) => lines([n, random.int(0, 4)], random.ints(n, -5, 5)),
    answer: ({ int, ints }) => {
      const [n, d] = [int(), int()];
      const t = ints(n);
      return stretches(n).filter(([l, r]) => max(t.slice(l, r + 1)) - min(t.slice(l, r + 1)) <= d).length;
    },
  },

  'balanced-trio': {
    input: (random, n = random.int(3, 8)) => lines([n, random.int(-3, 3)], random.ints(n, -3, 3)),
    answer: ({ int, ints }) => {
      const [n, t] = [int(), int()];
      return subsets(ints(n)).filter((trio) => trio.length === 3 && sum(trio) === t).length;
    },
  },

  'ferry-crossings': {
    input: (random, n = small(random)) => lines([n, random.int(1, n)], random.ints(n, 1, 9)),
    answer: ({ int, ints }) => {
      const [n, d] = [int(), int()];
      const w = ints(n);
      const cuts = subsets(Array.from({ length: n - 1 }, (_, i) => i + 1)).filter((cut) => cut.length < d);
      return min(cuts.map((cut) => max([0, ...cut].map((from, i) => sum(w.slice(from, [...cut, n][i]))))));
    },
  },

  'beehive-spacing': {
    input: (random, n = random.int(2, 7)) => lines([n, random.int(2, n)], random.permutation(15).slice(0, n)),
    answer: ({ int, ints }) => {
      const [n, k] = [int(), int()];
      const x = ints(n).sort((a, b) => a - b);
      const choices = subsets(x).filter((hives) => hives.length === k);
      return max(choices.map((hives) => min(hives.slice(1).map((spot, i) => spot - hives[i]))));
    },
  },

  'jostled-line': {
    input: (random, n = small(random)) => lines(n, random.ints(n, 1, 5)),
    answer: ({ int, ints }) => {
      const h = ints(int());
      return stretches(h.length).filter(([i, j]) => h[i] > h[j]).length;
    },
  },

  'tile-products': {
    input: (random, n = random.int(1, 6), m = random.int(1, 6)) => lines([n, m, random.int(1, n * m)]),
    answer: ({ int }) => {
      const [n, m, k] = [int(), int(), int()];
      const sizes = Array.from({ length: n * m }, (_, i) => (Math.floor(i / m) + 1) * ((i % m) + 1));
      return sizes.sort((a, b) => a - b)[k - 1];
    },
  },

  'longest-invoice': {
    input: (random, n = random.int(1, 5)) => lines(n, random.ints(n, 0, 40)),
    answer: ({ int, words }) =>
      max(
        permutations(words(int())).map((order) => BigInt(order.join(''))),
        -1n,
      ),
  },

  'close-neighbours': {
    input: (random, n = random.int(2, 6)) => lines([n, random.int(1, (n * (n - 1)) / 2)], random.ints(n, 0, 12)),
    answer: ({ int, ints }) => {
      const [n, k] = [int(), int()];
      const x = ints(n);
      const distances = stretches(n).flatMap(([i, j]) => (i < j ? [Math.abs(x[i] - x[j])] : []));
      return distances.sort((a, b) => a - b)[k - 1];
    },
  },

  'warmer-morning': {
    input: (random, n = small(random)) => lines(n, random.ints(n, -3, 3)),
    answer: ({ int, ints }) => {
      const t = ints(int());
      return t
        .map((x, i) => t.slice(i).findIndex((y) => y > x))
        .map((wait) => Math.max(0, wait))
        .join(' ');
    },
  },

  'widest-banner': {
    input: (random, n = small(random)) => lines(n, random.ints(n, 0, 6)),
    answer: ({ int, ints }) => {
      const h = ints(int());
      return max(stretches(h.length).map(([l, r]) => (r - l + 1) * min(h.slice(l, r + 1))));
    },
  },

  'lean-serial': {
    input: (random, n = small(random)) => lines(`${random.int(1, 9)}${random.word(n - 1, '0123')}`, random.int(0, n)),
    answer: ({ word, int }) => {
      const [s, k] = [word(), int()];
      const rest = subsets([...s]).filter((digits) => digits.length === s.length - k);
      return min(rest.map((digits) => Number(digits.join(''))));
    },
  },

  'quietest-hours': {
    input: (random, n = small(random)) => lines(n, random.ints(n, 0, 5)),
    answer: ({ int, ints }) => {
      const v = ints(int());
      return sum(stretches(v.length).map(([l, r]) => min(v.slice(l, r + 1))));
    },
  },

  'middle-of-the-gust': {
    input: (random, n = random.int(1, 9)) => lines([n, random.int(1, n)], random.ints(n, 0, 6)),
    answer: ({ int, ints }) => {
      const [n, k] = [int(), int()];
      const w = ints(n);
      const windows = Array.from({ length: n - k + 1 }, (_, i) => w.slice(i, i + k).sort((a, b) => a - b));
      return windows.map((window) => window[(k - 1) >> 1]).join(' ');
    },
  },

  'restless-beads': {
    input: (random) => random.word(random.int(1, 6), 'abc'),
    answer: ({ word }) => {
      const chains = permutations([...word()]).map((chain) => chain.join(''));
      return chains.filter((chain) => !/(.)\1/.test(chain)).sort()[0] ?? 'impossible';
    },
  },

  'lantern-checks': {
    input: (random, n = random.int(1, 5)) =>
      lines(n, ...rows(random.list(n, () => random.ints(2, 0, 7).sort((a, b) => a - b)))),
    answer: ({ int, list }) => {
      const lamps = list(int(), () => [int(), int()]);
      const visits = subsets([0, 1, 2, 3, 4, 5, 6, 7]);
      const good = visits.filter((minutes) => lamps.every(([l, r]) => minutes.some((m) => l <= m && m <= r)));
      return min(good.map((minutes) => minutes.length));
    },
  },

  'guild-deadlines': {
    input: (random, n = random.int(1, 6)) =>
      lines(n, ...rows(random.list(n, () => [random.int(1, 5), random.int(1, 9)]))),
    answer: ({ int, list }) => {
      const orders = list(int(), () => [int(), int()]).sort((a, b) => a[0] - b[0]);
      const possible = subsets(orders).filter((chosen) => chosen.every(([day], i) => day > i));
      return max(possible.map((chosen) => sum(chosen.map(([, pay]) => pay))));
    },
  },

  'long-haul-refuel': {
    input: (random, n = random.int(0, 6), d = random.int(8, 20)) => {
      const places = random
        .permutation(7)
        .slice(0, n)
        .sort((a, b) => a - b);
      return lines([n, d, random.int(1, 10)], ...rows(places.map((x) => [x, random.int(1, 6)])));
    },
    answer: ({ int, list }) => {
      const [n, d, f] = [int(), int(), int()];
      const stations = list(n, () => [int(), int()]);
      const arrives = (landings) => {
        let reach = f;
        for (const [x, c] of landings) {
          if (reach < x) return false;
          reach += c;
        }
        return reach >= d;
      };
      const tours = subsets(stations).filter(arrives);
      return tours.length === 0 ? -1 : min(tours.map((landings) => landings.length));
    },
  },

  'caravan-loop': {
    input: (random, n = small(random)) => lines(n, random.ints(n, 0, 4), random.ints(n, 0, 4)),
    answer: ({ int, ints }) => {
      const n = int();
      const [w, u] = [ints(n), ints(n)];
      const works = (start) => {
        let water = 0;
        for (let i = 0; i < n && water >= 0; i++) water += w[(start + i) % n] - u[(start + i) % n];
        return water >= 0;
      };
      return w.findIndex((_, start) => works(start)) + 1 || -1;
    },
  },

  'stepping-stones': {
    input: (random, n = small(random)) => lines(n, random.ints(n, 0, 3)),
    answer: ({ int, ints }) => {
      const j = ints(int());
      const from = (i) =>
        i === j.length - 1 ? 0 : 1 + min(j.map((_, to) => (i < to && to <= i + j[i] ? from(to) : Infinity)));
      const leaps = from(0);
      return leaps === Infinity ? -1 : leaps;
    },
  },
};
