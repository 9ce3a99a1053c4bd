import { byNumber, countBelow, Fenwick, SegmentTree } from '../support/structures.js';

export default {
  'coldest-cellar': ({ int, ints, word }) => {
    const [n, q] = [int(), int()];
    const tree = new SegmentTree(ints(n), Math.min);
    const answers = [];
    for (let i = 0; i < q; i++) {
      const [command, a, b] = [word(), int(), int()];
      if (command === 'set') tree.set(a - 1, b);
      else answers.push(tree.query(a - 1, b - 1));
    }
    return answers.join('\n');
  },

  'levy-and-audit': ({ int, ints, word }) => {
    const [n, q] = [int(), int()];
    // The sum up to r is r times the sum of the changes minus what changes began too late to count fully.
    const [changes, late] = [new Fenwick(n + 1), new Fenwick(n + 1)];
    const raise = (from, x) => {
      changes.add(from, x);
      late.add(from, x * (from - 1));
    };
    const upTo = (r) => r * changes.sum(r) - late.sum(r);
    for (const [i, coins] of ints(n).entries()) {
      raise(i + 1, coins);
      raise(i + 2, -coins);
    }
    const answers = [];
    for (let i = 0; i < q; i++) {
      const [command, l, r] = [word(), int(), int()];
      if (command === 'sum') answers.push(upTo(r) - upTo(l - 1));
      else {
        const x = int();
        raise(l, x);
        raise(r + 1, -x);
      }
    }
    return answers.join('\n');
  },

  'shorter-behind-me': ({ int, ints }) => {
    const h = ints(int());
    const values = [...new Set(h)].sort(byNumber);
    const behind = new Fenwick(values.length);
    return h
      .reverse()
      .map((height) => {
        const rank = countBelow(values, height);
        behind.add(rank + 1, 1);
        return behind.sum(rank);
      })
      .reverse()
      .join(' ');
  },

  'mood-swings': ({ int, ints, word }) => {
    const [n, q] = [int(), int()];
    const day = (x) => ({ total: x, start: x, end: x, best: x });
    const tree = new SegmentTree(ints(n).map(day), (a, b) => ({
      total: a.total + b.total,
      start: Math.max(a.start, a.total + b.start),
      end: Math.max(b.end, b.total + a.end),
      best: Math.max(a.best, b.best, a.end + b.start),
    }));
    const answers = [];
    for (let i = 0; i < q; i++) {
      const [command, a, b] = [word(), int(), int()];
      if (command === 'set') tree.set(a - 1, day(b));
      else answers.push(tree.query(a - 1, b - 1).best);
    }
    return answers.join('\n');
  },

  'gallery-colours': ({ int, ints, list }) => {
    const [n, q] = [int(), int()];
    const colours = ints(n);
    const questions = list(q, () => [int(), int()]).map(([l, r], i) => ({ l, r, i }));
    const answers = [];
    const last = new Map();
    const seen = new Fenwick(n);
    let r = 0;
    for (const question of questions.sort((a, b) => a.r - b.r)) {
      for (; r < question.r; r++) {
        if (last.has(colours[r])) seen.add(last.get(colours[r]), -1);
        last.set(colours[r], r + 1);
        seen.add(r + 1, 1);
      }
      answers[question.i] = seen.sum(question.r) - seen.sum(question.l - 1);
    }
    return answers.join('\n');
  },

  'theatre-seats': ({ int, word }) => {
    const [n, q] = [int(), int()];
    const free = new Fenwick(n);
    for (let seat = 1; seat <= n; seat++) free.add(seat, 1);
    const answers = [];
    for (let i = 0; i < q; i++) {
      const [command, x] = [word(), int()];
      const seat = command === 'take' ? free.search(x) : x;
      free.add(seat, command === 'take' ? -1 : 1);
      if (command === 'take') answers.push(seat);
    }
    return answers.join('\n');
  },
};
