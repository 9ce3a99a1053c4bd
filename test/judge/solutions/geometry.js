import { gcd } from '../support/modular.js';
import { byNumber, countBelow } from '../support/structures.js';

export default {
  'sail-cloth': ({ ints }) => {
    const twice = cross(ints(2), ints(2), ints(2));
    return `${Math.abs(twice)} ${twice > 0 ? 'left' : twice < 0 ? 'right' : 'flat'}`;
  },

  'overlapping-plots': ({ ints }) => {
    const [a, b] = [ints(4), ints(4)];
    const side = (plot, axis) => [plot[axis], plot[axis + 2]].sort(byNumber);
    const area = (plot) => Math.abs((plot[0] - plot[2]) * (plot[1] - plot[3]));
    const shared = [0, 1].map((axis) => {
      const [[a0, a1], [b0, b1]] = [side(a, axis), side(b, axis)];
      return Math.max(0, Math.min(a1, b1) - Math.max(a0, b0));
    });
    const common = shared[0] * shared[1];
    return `${common} ${area(a) + area(b) - common}`;
  },

  'rope-around-posts': ({ int, ints, list }) => {
    const posts = list(int(), () => ints(2)).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const half = (points) => {
      const chain = [];
      for (const p of points) {
        while (chain.length > 1 && cross(chain.at(-2), chain.at(-1), p) <= 0) chain.pop();
        chain.push(p);
      }
      return chain.slice(0, -1);
    };
    const corners = posts.length === 1 ? posts : [...half(posts), ...half([...posts].reverse())];
    return [corners.length, ...corners.map((p) => p.join(' '))].join('\n');
  },

  'inside-the-walls': ({ int, ints, list }) => {
    const [n, q] = [int(), int()];
    const wall = list(n, () => ints(2));
    return list(q, () => {
      const p = ints(2);
      let inside = false;
      for (const [i, a] of wall.entries()) {
        const b = wall[(i + 1) % n];
        if (touches(a, b, p)) return 'wall';
        const [low, high] = a[1] < b[1] ? [a, b] : [b, a];
        if (low[1] <= p[1] && p[1] < high[1] && cross(low, high, p) > 0) inside = !inside;
      }
      return inside ? 'in' : 'out';
    }).join('\n');
  },

  'crossing-ditches': ({ int, ints, list }) =>
    list(int(), () => {
      const [a, b, c, d] = list(4, () => ints(2));
      const turn = (p, q, r) => Math.sign(cross(p, q, r));
      const touching = touches(a, b, c) || touches(a, b, d) || touches(c, d, a) || touches(c, d, b);
      const across = turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
      return touching || across ? 'yes' : 'no';
    }).join('\n'),

  'fenced-dots': ({ int, ints, list }) => {
    const corners = list(int(), () => ints(2));
    let [twice, border] = [0n, 0];
    for (const [i, [x, y]] of corners.entries()) {
      const [u, v] = corners[(i + 1) % corners.length];
      twice += BigInt(x * v) - BigInt(u * y);
      border += gcd(Math.abs(x - u), Math.abs(y - v));
    }
    const size = twice < 0n ? -twice : twice;
    return `${border} ${(size - BigInt(border)) / 2n + 1n}`;
  },

  'nearest-fireflies': ({ int, ints, list }) => {
    const points = list(int(), () => ints(2)).sort((a, b) => a[0] - b[0]);
    const closest = (from, to) => {
      if (to - from < 2) return Infinity;
      const middle = (from + to) >> 1;
      const line = points[middle][0];
      let best = Math.min(closest(from, middle), closest(middle, to));
      const strip = points.slice(from, to).filter(([x]) => (x - line) ** 2 < best);
      strip.sort((a, b) => a[1] - b[1]);
      for (const [i, p] of strip.entries())
        for (let j = i + 1; j < strip.length && (strip[j][1] - p[1]) ** 2 < best; j++)
          best = Math.min(best, (strip[j][0] - p[0]) ** 2 + (strip[j][1] - p[1]) ** 2);
      return best;
    };
    return closest(0, points.length);
  },

  'poster-wall': ({ int, ints, list }) => {
    const posters = list(int(), () => ints(4));
    const ys = [...new Set(posters.flatMap(([, y1, , y2]) => [y1, y2]))].sort(byNumber);
    const covers = Array(4 * ys.length).fill(0);
    const length = Array(4 * ys.length).fill(0);
    const change = (node, lo, hi, from, to, by) => {
      if (to <= lo || hi <= from) return;
      if (from <= lo && hi <= to) covers[node] += by;
      else {
        const middle = (lo + hi) >> 1;
        change(2 * node, lo, middle, from, to, by);
        change(2 * node + 1, middle, hi, from, to, by);
      }
      const inner = hi - lo === 1 ? 0 : length[2 * node] + length[2 * node + 1];
      length[node] = covers[node] > 0 ? ys[hi] - ys[lo] : inner;
    };
    const events = posters.flatMap(([x1, y1, x2, y2]) => [
      { x: x1, y1, y2, by: 1 },
      { x: x2, y1, y2, by: -1 },
    ]);
    let [area, last] = [0, 0];
    for (const { x, y1, y2, by } of events.sort((a, b) => a.x - b.x)) {
      area += (x - last) * length[1];
      last = x;
      change(1, 0, ys.length - 1, countBelow(ys, y1), countBelow(ys, y2), by);
    }
    return area;
  },
};

/** Twice the signed area of a triangle; positive when its corners run counter-clockwise. */
const cross = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Whether p lies on the line from a to b, ends included. */
const touches = (a, b, p) =>
  cross(a, b, p) === 0 && p.every((x, axis) => Math.min(a[axis], b[axis]) <= x && x <= Math.max(a[axis], b[axis]));
