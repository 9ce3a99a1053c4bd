import { byNumber, byText, Heap } from '../support/structures.js';

export default {
  'honey-cakes': ({ int, ints }) => {
    const [n, m] = [int(), int()];
    const wishes = ints(n).sort(byNumber);
    let happy = 0;
    for (const size of ints(m).sort(byNumber)) if (happy < n && wishes[happy] <= size) happy++;
    return happy;
  },

  'painted-kerb': ({ int, list }) => {
    const parts = list(int(), () => [int(), int()]).sort((a, b) => a[0] - b[0]);
    let [length, pieces, end] = [0, 0, -1];
    for (const [l, r] of parts) {
      if (l > end) pieces++;
      length += Math.max(0, r - Math.max(l, end));
      end = Math.max(end, r);
    }
    return `${length} ${pieces}`;
  },

  'lecture-hopper': ({ int, list }) => {
    let [heard, free] = [0, 0];
    for (const [s, e] of list(int(), () => [int(), int()]).sort((a, b) => a[1] - b[1])) {
      if (s < free) continue;
      heard++;
      free = e;
    }
    return heard;
  },

  'berths-at-noon': ({ int, list }) => {
    const events = list(int(), () => [int(), int()]).flatMap(([a, d]) => [
      [a, 1],
      [d, -1],
    ]);
    let [present, most] = [0, 0];
    for (const [, change] of events.sort((x, y) => x[0] - y[0] || x[1] - y[1])) {
      present += change;
      most = Math.max(most, present);
    }
    return most;
  },

  'lantern-checks': ({ int, list }) => {
    let [visits, last] = [0, -1];
    for (const [l, r] of list(int(), () => [int(), int()]).sort((a, b) => a[1] - b[1])) {
      if (l <= last) continue;
      visits++;
      last = r;
    }
    return visits;
  },

  'stepping-stones': ({ int, ints }) => {
    const j = ints(int());
    let [leaps, border, reach] = [0, 0, 0];
    for (let i = 0; i < j.length - 1; i++) {
      reach = Math.max(reach, i + j[i]);
      if (i < border) continue;
      if (reach <= i) return -1;
      leaps++;
      border = reach;
    }
    return leaps;
  },

  'caravan-loop': ({ int, ints }) => {
    const n = int();
    const [w, u] = [ints(n), ints(n)];
    let [start, water, total] = [0, 0, 0];
    for (let i = 0; i < n; i++) {
      water += w[i] - u[i];
      total += w[i] - u[i];
      if (water < 0) [start, water] = [i + 1, 0];
    }
    return total < 0 ? -1 : start + 1;
  },

  'guild-deadlines': ({ int, list }) => {
    const orders = list(int(), () => [int(), int()]).sort((a, b) => a[0] - b[0]);
    const taken = new Heap((a, b) => a < b);
    for (const [day, pay] of orders) {
      taken.push(pay);
      if (taken.size > day) taken.pop();
    }
    return taken.items.reduce((a, b) => a + b, 0);
  },

  'restless-beads': ({ word }) => {
    const s = word();
    const left = new Map();
    for (const letter of [...s].sort(byText)) left.set(letter, (left.get(letter) ?? 0) + 1);
    let chain = '';
    // After a bead, its own colour may take at most half of the rest, any other colour half rounded up.
    const possible = (last, rest) =>
      [...left].every(([letter, n]) => n <= (letter === last ? Math.floor(rest / 2) : Math.ceil(rest / 2)));
    for (let rest = s.length - 1; rest >= 0; rest--) {
      const next = [...left.keys()].find((letter) => {
        if (letter === chain.at(-1) || left.get(letter) === 0) return false;
        left.set(letter, left.get(letter) - 1);
        if (possible(letter, rest)) return true;
        left.set(letter, left.get(letter) + 1);
        return false;
      });
      if (next === undefined) return 'impossible';
      chain += next;
    }
    return chain;
  },

  'long-haul-refuel': ({ int, list }) => {
    const [n, d, f] = [int(), int(), int()];
    const stations = [...list(n, () => [int(), int()]), [d, 0]];
    const passed = new Heap((a, b) => a > b);
    let [reach, landings] = [f, 0];
    for (const [x, c] of stations) {
      while (reach < x && passed.size > 0) {
        reach += passed.pop();
        landings++;
      }
      if (reach < x) return -1;
      passed.push(c);
    }
    return landings;
  },
};
