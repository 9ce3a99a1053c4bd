import { lines, rows } from '../support/random.js';
import { max, min, stretches, sum } from '../support/search.js';

const range = (random, n) => random.ints(2, 1, n).sort((a, b) => a - b);

export default {
  'coldest-cellar': {
    input: (random, n = random.int(1, 6)) =>
      lines(
        [n, 6],
        random.ints(n, -9, 9),
        ...rows(
          random.list(6, () =>
            random.pick([
              ['set', random.int(1, n), random.int(-9, 9)],
              ['min', ...range(random, n)],
            ]),
          ),
        ),
      ),
    answer: ({ int, ints, word, list }) => {
      const [n, q] = [int(), int()];
      const t = ints(n);
      return list(q, () => {
        const [command, a, b] = [word(), int(), int()];
        if (command === 'min') return [min(t.slice(a - 1, b))];
        t[a - 1] = b;
        return [];
      })
        .flat()
        .join('\n');
    },
  },

  'levy-and-audit': {
    input: (random, n = random.int(1, 6)) =>
      lines(
        [n, 6],
        random.ints(n, -9, 9),
        ...rows(
          random.list(6, () =>
            random.pick([
              ['add', ...range(random, n), random.int(-9, 9)],
              ['sum', ...range(random, n)],
            ]),
          ),
        ),
      ),
    answer: ({ int, ints, word, list }) => {
      const [n, q] = [int(), int()];
      const coins = ints(n);
      return list(q, () => {
        const [command, l, r] = [word(), int(), int()];
        if (command === 'sum') return [sum(coins.slice(l - 1, r))];
        const x = int();
        for (let i = l - 1; i < r; i++) coins[i] += x;
        return [];
      })
        .flat()
        .join('\n');
    },
  },

  'mood-swings': {
    input: (random, n = random.int(1, 6)) =>
      lines(
        [n, 6],
        random.ints(n, -9, 9),
        ...rows(
          random.list(6, () =>
            random.pick([
              ['set', random.int(1, n), random.int(-9, 9)],
              ['best', ...range(random, n)],
            ]),
          ),
        ),
      ),
    answer: ({ int, ints, word, list }) => {
      const [n, q] = [int(), int()];
      const moods = ints(n);
      return list(q, () => {
        const [command, a, b] = [word(), int(), int()];
        if (command === 'best') {
          const days = moods.slice(a - 1, b);
          return [max(stretches(days.length).map(([l, r]) => sum(days.slice(l, r + 1))))];
        }
        moods[a - 1] = b;
        return [];
      })
        .flat()
        .join('\n');
    },
  },

  'shorter-behind-me': {
    input: (random, n = random.int(1, 7)) => lines(n, random.ints(n, 1, 5)),
    answer: ({ int, ints }) => {
      const h = ints(int());
      return h.map((x, i) => h.slice(i).filter((y) => y < x).length).join(' ');
    },
  },

  'gallery-colours': {
    input: (random, n = random.int(1, 7)) =>
      lines([n, 3], random.ints(n, 1, 4), ...rows(random.list(3, () => range(random, n)))),
    answer: ({ int, ints, list }) => {
      const [n, q] = [int(), int()];
      const colours = ints(n);
      return list(q, () => new Set(colours.slice(int() - 1, int())).size).join('\n');
    },
  },

  'bonus-tree': {
    input: (random, n = random.int(1, 6)) =>
      lines(
        [n, 6],
        random.tree(n).map(([boss]) => boss),
        ...rows(
          random.list(6, () =>
            random.pick([
              ['+', random.int(1, n), random.int(-9, 9)],
              ['?', random.int(1, n)],
            ]),
          ),
        ),
      ),
    answer: ({ int, ints, word, list }) => {
      const [n, q] = [int(), int()];
      const boss = [0, 0, ...ints(n - 1)];
      const line = (a) => (a === 0 ? [] : [a, ...line(boss[a])]);
      const raises = [];
      return list(q, () => {
        const [kind, v] = [word(), int()];
        if (kind === '?') return [sum(raises.map(([person, x]) => (line(v).includes(person) ? x : 0)))];
        raises.push([v, int()]);
        return [];
      })
        .flat()
        .join('\n');
    },
  },

  'rope-around-posts': {
    input: (random, n = random.int(1, 7)) => {
      const squares = random.permutation(16).slice(0, n);
      return lines(n, ...rows(squares.map((square) => [square % 4, Math.floor(square / 4)])));
    },
    answer: ({ int, ints, list }) => {
      const posts = list(int(), () => ints(2));
      const cross = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
      const between = (a, b, p) =>
        p.every((x, axis) => Math.min(a[axis], b[axis]) <= x && x <= Math.max(a[axis], b[axis]));
      // From each corner the rope goes to the post that leaves all others on its left, the farthest of those in line.
      const next = (a) =>
        posts.find(
          (b) => b !== a && posts.every((p) => cross(a, b, p) > 0 || (cross(a, b, p) === 0 && between(a, b, p))),
        );
      const first = [...posts].sort((a, b) => a[0] - b[0] || a[1] - b[1])[0];
      const corners = [first];
      for (let at = next(first); at !== undefined && at !== first; at = next(at)) corners.push(at);
      return [corners.length, ...corners.map((p) => p.join(' '))].join('\n');
    },
  },

  'nearest-fireflies': {
    input: (random, n = random.int(2, 8)) => lines(n, ...rows(random.list(n, () => random.ints(2, -9, 9)))),
    answer: ({ int, ints, list }) => {
      const points = list(int(), () => ints(2));
      return min(points.flatMap(([x, y], i) => points.slice(i + 1).map(([u, v]) => (x - u) ** 2 + (y - v) ** 2)));
    },
  },

  'poster-wall': {
    input: (random, n = random.int(1, 5)) =>
      lines(
        n,
        ...rows(
          random.list(n, () => {
            const [x, y] = random.ints(2, 0, 6);
            return [x, y, x + random.int(1, 4), y + random.int(1, 4)];
          }),
        ),
      ),
    answer: ({ int, ints, list }) => {
      const posters = list(int(), () => ints(4));
      const squares = Array.from({ length: 144 }, (_, i) => [i % 12, Math.floor(i / 12)]);
      return squares.filter(([x, y]) => posters.some(([x1, y1, x2, y2]) => x1 <= x && x < x2 && y1 <= y && y < y2))
        .length;
    },
  },
};
