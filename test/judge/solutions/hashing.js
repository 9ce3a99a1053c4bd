import { byNumber, byText } from '../support/structures.js';

export default {
  'two-kettles': ({ int, ints }) => {
    const [n, t] = [int(), int()];
    const place = new Map();
    for (const [i, v] of ints(n).entries()) {
      if (place.has(t - v)) return `${place.get(t - v) + 1} ${i + 1}`;
      if (!place.has(v)) place.set(v, i);
    }
    return 'none';
  },

  'first-lone-guest': ({ int, words }) => {
    const names = words(int());
    const times = counts(names);
    return names.find((name) => times.get(name) === 1) ?? 'nobody';
  },

  'badge-families': ({ int, words }) => {
    const families = counts(words(int()).map((badge) => [...badge].sort(byText).join('')));
    return `${families.size} ${Math.max(...families.values())}`;
  },

  'swap-meet': ({ int, ints }) => {
    const [n, m] = [int(), int()];
    const left = counts(ints(n));
    const pairs = ints(m).filter((stamp) => {
      const rest = left.get(stamp) ?? 0;
      left.set(stamp, rest - 1);
      return rest > 0;
    });
    return pairs.length === 0 ? '0' : `${pairs.length}\n${pairs.sort(byNumber).join(' ')}`;
  },

  'toll-segments': ({ int, ints }) => {
    const [n, k] = [int(), int()];
    const seen = new Map([[0, 1]]);
    let [total, found] = [0, 0];
    for (const g of ints(n)) {
      total += g;
      found += seen.get(total - k) ?? 0;
      seen.set(total, (seen.get(total) ?? 0) + 1);
    }
    return found;
  },

  'spice-shelf': ({ int, ints }) => {
    const [n, k] = [int(), int()];
    const jars = ints(n);
    const inside = new Map();
    let [start, best] = [0, 0];
    for (const [end, kind] of jars.entries()) {
      inside.set(kind, (inside.get(kind) ?? 0) + 1);
      while (inside.size > k) {
        const out = jars[start++];
        if (inside.get(out) === 1) inside.delete(out);
        else inside.set(out, inside.get(out) - 1);
      }
      best = Math.max(best, end - start + 1);
    }
    return best;
  },

  'rainbow-scarf': ({ word }) => {
    const [s, w] = [word(), word()];
    const need = counts(w);
    let [missing, start, best] = [w.length, 0, Infinity];
    for (const [end, letter] of [...s].entries()) {
      const rest = need.get(letter) ?? 0;
      need.set(letter, rest - 1);
      if (rest > 0) missing--;
      while (missing === 0) {
        best = Math.min(best, end - start + 1);
        const out = s[start++];
        need.set(out, need.get(out) + 1);
        if (need.get(out) > 0) missing++;
      }
    }
    return best === Infinity ? -1 : best;
  },

  'calm-stretch': ({ int, ints }) => {
    const [n, d] = [int(), int()];
    const t = ints(n);
    const [highs, lows] = [[], []];
    let [start, found] = [0, 0];
    for (let end = 0; end < n; end++) {
      while (highs.length > 0 && t[highs.at(-1)] <= t[end]) highs.pop();
      while (lows.length > 0 && t[lows.at(-1)] >= t[end]) lows.pop();
      highs.push(end);
      lows.push(end);
      while (t[highs[0]] - t[lows[0]] > d) {
        start++;
        if (highs[0] < start) highs.shift();
        if (lows[0] < start) lows.shift();
      }
      found += end - start + 1;
    }
    return found;
  },

  'balanced-trio': ({ int, ints }) => {
    const [n, t] = [int(), int()];
    const w = ints(n);
    let found = 0;
    for (let j = 0; j < n; j++) {
      const before = counts(w.slice(0, j));
      for (let k = j + 1; k < n; k++) found += before.get(t - w[j] - w[k]) ?? 0;
    }
    return found;
  },

  'zipper-queue': ({ int, ints }) => {
    const [n, m] = [int(), int()];
    const [a, b] = [ints(n), ints(m)];
    let [i, j, order] = [0, 0, ''];
    while (i < n || j < m) {
      const first = j === m || (i < n && a[i] <= b[j]);
      order += first ? 'A' : 'B';
      if (first) i++;
      else j++;
    }
    return order;
  },

  'sandbag-pairs': ({ int, ints }) => {
    const [n, c] = [int(), int()];
    const w = ints(n).sort(byNumber);
    let [i, j, found] = [0, n - 1, 0];
    while (i < j) {
      if (w[i] + w[j] <= c) found += j - i++;
      else j--;
    }
    return found;
  },
};

function counts(list) {
  const times = new Map();
  for (const item of list) times.set(item, (times.get(item) ?? 0) + 1);
  return times;
}
