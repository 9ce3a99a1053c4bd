// Long because it is a list: one entry for each problem, and none depends on another.
import { lines, rows } from '../support/random.js';
import { bothWays, max, min, permutations, reachable, subsets, sum, ways } from '../support/search.js';

const weighted = { weight: [0, 9] };
const places = (list) => (list.length === 0 ? '0' : `${list.length}\n${list.join(' ')}`);
const groups = (n, edges) => new Set(reachable(n, bothWays(edges)).map((row) => row.indexOf(true))).size;

export default {
  'farthest-cottages': {
    input: (random, n = random.int(1, 6)) =>
      lines(n, ...rows(random.tree(n).map((edge) => [...edge, random.int(1, 9)]))),
    answer: ({ int, edges }) => {
      const n = int();
      const paths = bothWays(edges(n - 1, 1));
      let longest = 0;
      for (let a = 0; a < n; a++)
        for (let b = 0; b < n; b++) longest = Math.max(longest, sum(ways(paths, a, b)[0].map((i) => paths[i][2])));
      return longest;
    },
  },

  'silent-branches': {
    input: (random, n = random.int(1, 7)) => lines(n, random.ints(n, 0, 9), ...rows(random.tree(n))),
    answer: ({ int, ints, edges }) => {
      const n = int();
      const value = ints(n);
      const branches = edges(n - 1);
      const quiet = subsets([...value.keys()]).filter(
        (ringed) => !branches.some(([a, b]) => ringed.includes(a) && ringed.includes(b)),
      );
      return max(quiet.map((ringed) => sum(ringed.map((a) => value[a]))));
    },
  },

  'every-doorstep': {
    input: (random, n = random.int(1, 7)) => lines(n, ...rows(random.tree(n))),
    answer: ({ int, edges }) => {
      const n = int();
      const streets = bothWays(edges(n - 1));
      const houses = Array.from({ length: n }, (_, i) => i);
      return houses.map((a) => sum(houses.map((b) => ways(streets, a, b)[0].length))).join(' ');
    },
  },

  'preorder-postcard': {
    input: (random, n = random.int(1, 5)) => lines(n, random.permutation(n)),
    answer: ({ int, ints }) => {
      const n = int();
      const insert = (tree, key) =>
        tree === undefined
          ? { key }
          : key < tree.key
            ? { ...tree, left: insert(tree.left, key) }
            : { ...tree, right: insert(tree.right, key) };
      const preorder = (tree) =>
        tree === undefined ? [] : [tree.key, ...preorder(tree.left), ...preorder(tree.right)];
      const keys = ints(n);
      const orders = permutations([...keys].sort((a, b) => a - b)).map((order) =>
        preorder(order.reduce(insert, undefined)),
      );
      return orders.some((order) => order.join() === keys.join()) ? 'yes' : 'no';
    },
  },

  'common-forebear': {
    input: (random, n = random.int(2, 8)) =>
      lines(
        [n, 3],
        random.tree(n).map(([parent]) => parent),
        ...rows(random.list(3, () => random.ints(2, 1, n))),
      ),
    answer: ({ int, ints, list }) => {
      const [n, q] = [int(), int()];
      const parent = [0, 0, ...ints(n - 1)];
      const line = (a) => (a === 0 ? [] : [a, ...line(parent[a])]);
      return list(q, () => {
        const [a, b] = [line(int()), line(int())];
        return a.find((person) => b.includes(person));
      }).join('\n');
    },
  },

  'fragile-bridges': {
    input: (random, n = random.int(2, 6), m = random.int(0, 7)) => lines([n, m], ...rows(random.graph(n, m))),
    answer: ({ int, edges }) => {
      const [n, m] = [int(), int()];
      const bridges = edges(m);
      const fragile = bridges.flatMap((_, i) =>
        groups(
          n,
          bridges.filter((_, j) => i !== j),
        ) > groups(n, bridges)
          ? [i + 1]
          : [],
      );
      return places(fragile);
    },
  },

  'one-way-city': {
    input: (random, n = random.int(2, 4), m = random.int(0, 4)) => lines([n, m], ...rows(random.graph(n, m))),
    answer: ({ int, edges }) => {
      const [n, m] = [int(), int()];
      const streets = edges(m);
      const all = Array.from({ length: n * n }, (_, i) => [Math.floor(i / n), i % n]).filter(([a, b]) => a !== b);
      const enough = subsets(all).filter(
        (added) =>
          added.length <= n &&
          reachable(n, [...streets, ...added])
            .flat()
            .every(Boolean),
      );
      return min(enough.map((added) => added.length));
    },
  },

  'lamp-contracts': {
    input: (random, n = random.int(1, 4), m = random.int(1, 8)) =>
      lines([n, m], ...rows(random.list(m, () => random.list(2, () => random.int(1, n) * random.pick([-1, 1]))))),
    answer: ({ int, list }) => {
      const [n, m] = [int(), int()];
      const contracts = list(m, () => [int(), int()]);
      const nights = subsets(Array.from({ length: n }, (_, i) => i + 1));
      const kept = (on) => contracts.every((pair) => pair.some((x) => (x > 0 ? on.includes(x) : !on.includes(-x))));
      return nights.some(kept) ? 'yes' : 'no';
    },
  },

  'snowplough-round': {
    input: (random, n = random.int(1, 4), m = random.int(0, 5)) =>
      lines([n, m], ...rows(random.graph(n, m, { loops: true }))),
    answer: ({ int, edges }) => {
      const [, m] = [int(), int()];
      const streets = edges(m);
      const ends = (at, rest) =>
        rest.length === 0
          ? [at]
          : rest.flatMap(([a, b], i) => {
              const others = rest.filter((_, j) => j !== i);
              return [...(a === at ? ends(b, others) : []), ...(b === at ? ends(a, others) : [])];
            });
      const starts = [0, ...new Set(streets.flat())];
      const rounds = starts.flatMap((start) => ends(start, streets).map((end) => start === end));
      return rounds.includes(true) ? 'tour' : rounds.length > 0 ? 'path' : 'no';
    },
  },

  'safe-valleys': {
    input: (random, n = random.int(1, 5), m = random.int(0, 6)) =>
      lines([n, m], ...rows(random.graph(n, m, { loops: true }))),
    answer: ({ int, edges }) => {
      const [n, m] = [int(), int()];
      const trails = edges(m);
      const endless = (hut, left) => left === 0 || trails.some(([a, b]) => a === hut && endless(b, left - 1));
      return places(Array.from({ length: n }, (_, i) => i + 1).filter((hut) => !endless(hut - 1, n)));
    },
  },

  'recipe-order': {
    input: (random, n = random.int(1, 5), m = n > 1 ? random.int(0, 5) : 0) =>
      lines([n, m], ...rows(random.graph(n, m))),
    answer: ({ int, edges }) => {
      const [n, m] = [int(), int()];
      const before = edges(m);
      const orders = permutations(Array.from({ length: n }, (_, i) => i));
      const right = orders.find((order) => before.every(([a, b]) => order.indexOf(a) < order.indexOf(b)));
      return right === undefined ? 'circular' : right.map((i) => i + 1).join(' ');
    },
  },

  'milk-run': {
    input: (random, n = random.int(1, 5), m = random.int(0, 7)) =>
      lines([n, m], ...rows(random.graph(n, m, { ...weighted, loops: true }))),
    answer: ({ int, edges }) => {
      const [n, m] = [int(), int()];
      const roads = bothWays(edges(m, 1));
      const time = (town) => min(ways(roads, 0, town).map((way) => sum(way.map((i) => roads[i][2]))));
      return Array.from({ length: n }, (_, town) => time(town))
        .map((t) => (t === Infinity ? -1 : t))
        .join(' ');
    },
  },

  'alchemist-exchange': {
    input: (random, n = random.int(1, 4), m = random.int(0, 6)) =>
      lines([n, m], ...rows(random.graph(n, m, { loops: true, weight: [-2, 6] }))),
    answer: ({ int, edges }) => {
      const [n, m] = [int(), int()];
      const rules = edges(m, 1);
      const cheapest = (steps) => {
        let cost = [0, ...Array(n - 1).fill(Infinity)];
        for (let step = 0; step < steps; step++) {
          const next = [...cost];
          for (const [a, b, w] of rules) next[b] = Math.min(next[b], cost[a] + w);
          cost = next;
        }
        return cost[n - 1];
      };
      // A loop with a gain wins again and again: whoever walks far longer pays less.
      const [short, long] = [cheapest(n), cheapest(100)];
      return short === Infinity ? 'impossible' : long < short ? 'endless' : short;
    },
  },

  'free-rides': {
    input: (random, n = random.int(2, 5), m = random.int(0, 7)) =>
      lines([n, m, random.int(0, 2)], ...rows(random.graph(n, m, weighted))),
    answer: ({ int, edges }) => {
      const [n, m, k] = [int(), int(), int()];
      const coaches = bothWays(edges(m, 1));
      const prices = ways(coaches, 0, n - 1).map((way) => way.map((i) => coaches[i][2]).sort((a, b) => b - a));
      const best = min(prices.map((list) => sum(list.slice(k))));
      return best === Infinity ? -1 : best;
    },
  },

  'many-ways-home': {
    input: (random, n = random.int(2, 5), m = random.int(1, 7)) =>
      lines([n, m], ...rows(random.graph(n, m, { weight: [1, 3] }))),
    answer: ({ int, edges }) => {
      const [n, m] = [int(), int()];
      const streets = bothWays(edges(m, 1));
      const times = ways(streets, 0, n - 1).map((way) => sum(way.map((i) => streets[i][2])));
      return times.length === 0 ? -1 : `${min(times)} ${times.filter((t) => t === min(times)).length}`;
    },
  },

  'canal-network': {
    input: (random, n = random.int(2, 5), m = random.int(0, 7)) => lines([n, m], ...rows(random.graph(n, m, weighted))),
    answer: ({ int, edges }) => {
      const [n, m] = [int(), int()];
      const joining = subsets(edges(m, 1)).filter((canals) => groups(n, canals) === 1);
      return joining.length === 0 ? 'impossible' : min(joining.map((canals) => sum(canals.map(([, , w]) => w))));
    },
  },

  'broadest-lorry': {
    input: (random, n = random.int(2, 5), m = random.int(0, 7)) =>
      lines([n, m, 3], ...rows(random.graph(n, m, { weight: [1, 9] })), ...rows(random.graph(n, 3))),
    answer: ({ int, edges }) => {
      const [, m, q] = [int(), int(), int()];
      const roads = bothWays(edges(m, 1));
      return edges(q)
        .map(([s, t]) =>
          max(
            ways(roads, s, t).map((way) => min(way.map((i) => roads[i][2]))),
            -1,
          ),
        )
        .join('\n');
    },
  },

  'falling-ropeways': {
    input: (random, n = random.int(2, 5), m = random.int(1, 6)) =>
      lines([n, m], ...rows(random.graph(n, m)), random.permutation(m)),
    answer: ({ int, ints, edges }) => {
      const [n, m] = [int(), int()];
      const ropeways = edges(m);
      const order = ints(m);
      return order
        .map((_, i) =>
          groups(
            n,
            order.slice(i + 1).map((number) => ropeways[number - 1]),
          ),
        )
        .join(' ');
    },
  },

  'height-gossip': {
    input: (random, n = random.int(1, 4), m = random.int(1, 6)) =>
      lines([n, m], ...rows(random.graph(n, m, { loops: true, weight: [-1, 1] }))),
    answer: ({ int, edges }) => {
      const [, m] = [int(), int()];
      const believed = [];
      let rejected = 0;
      for (const [a, b, d] of edges(m, 1)) {
        const known = [...believed, ...believed.map(([x, y, e]) => [y, x, -e])];
        const way = ways(known, a, b)[0];
        if (way === undefined) believed.push([a, b, d]);
        else if (sum(way.map((i) => known[i][2])) !== d) rejected++;
      }
      return rejected;
    },
  },

  aqueduct: {
    input: (random, n = random.int(2, 5), m = random.int(0, 8)) =>
      lines([n, m], ...rows(random.graph(n, m, { weight: [1, 5] }))),
    answer: ({ int, edges }) => {
      const [n, m] = [int(), int()];
      const pipes = edges(m, 1);
      // The largest flow equals the smallest cut.
      const sides = subsets(Array.from({ length: n - 2 }, (_, i) => i + 1)).map((side) => [0, ...side]);
      return min(sides.map((side) => sum(pipes.map(([a, b, c]) => (side.includes(a) && !side.includes(b) ? c : 0)))));
    },
  },

  'apprentice-places': {
    input: (random, n = random.int(1, 4), m = random.int(1, 4), k = random.int(0, 6)) =>
      lines([n, m, k], ...rows(random.list(k, () => [random.int(1, n), random.int(1, m)]))),
    answer: ({ int, edges }) => {
      const [, , k] = [int(), int(), int()];
      const placed = subsets(edges(k)).filter((pairs) =>
        [0, 1].every((side) => new Set(pairs.map((p) => p[side])).size === pairs.length),
      );
      return max(placed.map((pairs) => pairs.length));
    },
  },

  'festival-duties': {
    input: (random, n = random.int(1, 5)) => lines(n, ...rows(random.list(n, () => random.ints(n, 0, 20)))),
    answer: ({ int, ints, list }) => {
      const n = int();
      const time = list(n, () => ints(n));
      return min(permutations([...time.keys()]).map((duties) => sum(duties.map((duty, helper) => time[helper][duty]))));
    },
  },

  'research-grants': {
    input: (random, n = random.int(1, 4), m = random.int(1, 4)) =>
      lines(
        [n, m],
        random.ints(n, 1, 9),
        random.ints(m, 1, 9),
        ...rows(
          random
            .list(n, () => [2, 3, 1].map(() => random.int(1, m)))
            .map((needed) => [new Set(needed).size, ...new Set(needed)]),
        ),
      ),
    answer: ({ int, ints, list }) => {
      const [n, m] = [int(), int()];
      const [grants, prices] = [ints(n), ints(m)];
      const needs = list(n, () => ints(int()));
      return max(
        subsets([...grants.keys()]).map((chosen) => {
          const instruments = new Set(chosen.flatMap((i) => needs[i]));
          return sum(chosen.map((i) => grants[i])) - sum([...instruments].map((j) => prices[j - 1]));
        }),
      );
    },
  },

  'patrol-routes': {
    input: (random, n = random.int(2, 5), m = random.int(0, 6)) =>
      lines([n, m], ...rows(random.graph(n, m, { downhill: true }))),
    answer: ({ int, edges }) => {
      const [n, m] = [int(), int()];
      const routes = subsets(edges(m)).filter((used) =>
        [0, 1].every((side) => new Set(used.map((p) => p[side])).size === used.length),
      );
      return min(routes.map((used) => n - used.length));
    },
  },

  'downhill-duel': {
    input: (random, n = random.int(2, 6), m = random.int(0, 8)) =>
      lines([n, m], ...rows(random.graph(n, m, { downhill: true }))),
    answer: ({ int, edges }) => {
      const [n, m] = [int(), int()];
      const paths = edges(m);
      const wins = (a) => paths.some(([from, to]) => from === a && !wins(to));
      return Array.from({ length: n }).filter((_, a) => wins(a)).length;
    },
  },

  'pilgrim-walks': {
    input: (random, n = random.int(1, 3), m = random.int(0, 4)) =>
      lines([n, m, random.int(0, 5)], ...rows(random.graph(n, m, { loops: true }))),
    answer: ({ int, edges }) => {
      const [n, m, k] = [int(), int(), int()];
      const paths = edges(m);
      const walks = (at, left) =>
        left === 0 ? Number(at === n - 1) : sum(paths.map(([a, b]) => (a === at ? walks(b, left - 1) : 0)));
      return walks(0, k);
    },
  },
};
