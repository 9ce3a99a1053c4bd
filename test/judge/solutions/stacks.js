import { add, MOD, mul } from '../support/modular.js';
import { Fenwick, Heap } from '../support/structures.js';

const CLOSING = { '(': ')', '[': ']', '{': '}' };

export default {
  'nested-boxes': ({ word }) => {
    const open = [];
    for (const [i, bracket] of [...word()].entries()) {
      if (bracket in CLOSING) open.push(CLOSING[bracket]);
      else if (open.pop() !== bracket) return i + 1;
    }
    return open.length === 0 ? 'ok' : 'open';
  },

  'typewriter-ribbon': ({ word }) => {
    let paper = [];
    for (const key of word()) {
      if (key === '<') paper.pop();
      else if (key === '!') paper = [];
      else paper.push(key);
    }
    return paper.join('') || '-';
  },

  'warmer-morning': ({ int, ints }) => {
    const t = ints(int());
    const wait = t.map(() => 0);
    const open = [];
    for (const [day, value] of t.entries()) {
      while (open.length > 0 && t[open.at(-1)] < value) {
        const earlier = open.pop();
        wait[earlier] = day - earlier;
      }
      open.push(day);
    }
    return wait.join(' ');
  },

  'widest-banner': ({ int, ints }) => {
    const h = [...ints(int()), 0];
    const rising = [];
    let best = 0;
    for (const [i, height] of h.entries()) {
      while (rising.length > 0 && h[rising.at(-1)] >= height) {
        const low = h[rising.pop()];
        best = Math.max(best, low * (i - (rising.at(-1) ?? -1) - 1));
      }
      rising.push(i);
    }
    return best;
  },

  'hot-chestnut': ({ int }) => {
    const [n, k] = [int(), int()];
    const circle = Array.from({ length: n }, (_, i) => i + 1);
    const out = [];
    let at = 0;
    while (circle.length > 0) {
      at = (at + k) % circle.length;
      out.push(...circle.splice(at, 1));
    }
    return out.join(' ');
  },

  'reverse-abacus': ({ int, words }) => {
    const stack = [];
    for (const item of words(int())) {
      if (!(item in OPERATIONS)) stack.push(Number(item));
      else {
        const right = stack.pop();
        stack.push(OPERATIONS[item](stack.pop(), right));
      }
    }
    return stack[0];
  },

  'market-slate': ({ word }) => {
    const items = word().match(/\d+|\D/g);
    let at = 0;
    const value = () => {
      if (items[at] !== '(') return Number(items[at++]) % MOD;
      at++;
      const inner = sum();
      at++;
      return inner;
    };
    const product = () => {
      let result = value();
      while (items[at] === '*') {
        at++;
        result = mul(result, value());
      }
      return result;
    };
    const sum = () => {
      let result = product();
      while (items[at] === '+' || items[at] === '-')
        result = items[at++] === '+' ? add(result, product()) : (result + MOD - product()) % MOD;
      return result;
    };
    return sum();
  },

  'lean-serial': ({ word, int }) => {
    const [s, k] = [word(), int()];
    const kept = [];
    let rest = k;
    for (const digit of s) {
      while (rest > 0 && kept.length > 0 && kept.at(-1) > digit) {
        kept.pop();
        rest--;
      }
      kept.push(digit);
    }
    return (
      kept
        .slice(0, s.length - k)
        .join('')
        .replace(/^0+/, '') || '0'
    );
  },

  'quietest-hours': ({ int, ints }) => {
    const v = ints(int());
    const rising = [];
    // The sum of the rest values of all stretches that end at the present hour, for each hour of the stack.
    const ending = [];
    let total = 0;
    for (const [i, noise] of v.entries()) {
      while (rising.length > 0 && v[rising.at(-1)] >= noise) {
        rising.pop();
        ending.pop();
      }
      const here = add(ending.at(-1) ?? 0, mul(noise, i - (rising.at(-1) ?? -1)));
      rising.push(i);
      ending.push(here);
      total = add(total, here);
    }
    return total;
  },

  'runner-up-board': ({ int, ints }) => {
    const [n, k] = [int(), int()];
    const best = new Heap((a, b) => a < b);
    return ints(n)
      .map((bid) => {
        best.push(bid);
        if (best.size > k) best.pop();
        return best.size < k ? '-' : best.items[0];
      })
      .join(' ');
  },

  'splicing-ropes': ({ int, ints }) => {
    const ropes = new Heap((a, b) => a < b);
    for (const length of ints(int())) ropes.push(length);
    let minutes = 0;
    while (ropes.size > 1) {
      const spliced = ropes.pop() + ropes.pop();
      minutes += spliced;
      ropes.push(spliced);
    }
    return minutes;
  },

  'one-oven-bakery': ({ int, list }) => {
    const orders = list(int(), () => [int(), int()]).map(([arrival, time], i) => ({ arrival, time, number: i + 1 }));
    orders.sort((a, b) => a.arrival - b.arrival || a.number - b.number);
    const waiting = new Heap((a, b) => a.time < b.time || (a.time === b.time && a.number < b.number));
    const done = [];
    let [now, next] = [0, 0];
    while (done.length < orders.length) {
      if (waiting.size === 0) now = Math.max(now, orders[next].arrival);
      while (next < orders.length && orders[next].arrival <= now) waiting.push(orders[next++]);
      const order = waiting.pop();
      now += order.time;
      done.push(order.number);
    }
    return done.join(' ');
  },

  'middle-of-the-gust': ({ int, ints }) => {
    const [n, k] = [int(), int()];
    const w = ints(n);
    const order = [...w.keys()].sort((a, b) => w[a] - w[b]);
    const rank = [];
    for (const [place, i] of order.entries()) rank[i] = place + 1;
    const window = new Fenwick(n);
    const medians = [];
    for (let i = 0; i < n; i++) {
      window.add(rank[i], 1);
      if (i >= k) window.add(rank[i - k], -1);
      if (i >= k - 1) medians.push(w[order[window.search(Math.ceil(k / 2)) - 1]]);
    }
    return medians.join(' ');
  },
};

const OPERATIONS = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => Math.trunc(a / b) + 0,
};
