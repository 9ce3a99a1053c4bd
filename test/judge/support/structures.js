/** A heap that gives the item which comes first by `before`. */
export class Heap {
  items = [];

  constructor(before) {
    this.before = before;
  }

  get size() {
    return this.items.length;
  }

  push(item) {
    const { items } = this;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.before(items[at], items[parent])) return;
      [items[at], items[parent]] = [items[parent], items[at]];
      at = parent;
    }
  }

  pop() {
    const { items } = this;
    const first = items[0];
    const last = items.pop();
    if (items.length === 0) return first;
    items[0] = last;
    for (let at = 0; ; ) {
      let best = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < items.length && this.before(items[child], items[best])) best = child;
      if (best === at) return first;
      [items[at], items[best]] = [items[best], items[at]];
      at = best;
    }
  }
}

export class UnionFind {
  constructor(n) {
    this.parent = Array.from({ length: n }, (_, i) => i);
    this.sizes = Array(n).fill(1);
  }

  find(a) {
    while (this.parent[a] !== a) a = this.parent[a] = this.parent[this.parent[a]];
    return a;
  }

  /** Tells whether the two were apart before. */
  join(a, b) {
    const [x, y] = [this.find(a), this.find(b)];
    if (x === y) return false;
    const [small, large] = this.sizes[x] < this.sizes[y] ? [x, y] : [y, x];
    this.parent[small] = large;
    this.sizes[large] += this.sizes[small];
    return true;
  }

  size(a) {
    return this.sizes[this.find(a)];
  }
}

/** Sums of beginnings of a row of numbers that changes; places count from 1. */
export class Fenwick {
  constructor(n) {
    this.tree = Array(n + 1).fill(0);
  }

  add(place, x) {
    for (let i = place; i < this.tree.length; i += i & -i) this.tree[i] += x;
  }

  sum(place) {
    let total = 0;
    for (let i = place; i > 0; i -= i & -i) total += this.tree[i];
    return total;
  }

  /** The first place at which the sum of the beginning reaches `target`. */
  search(target) {
    let place = 0;
    for (let step = 1 << 20; step > 0; step >>= 1) {
      if (place + step >= this.tree.length || this.tree[place + step] >= target) continue;
      place += step;
      target -= this.tree[place];
    }
    return place + 1;
  }
}

/** A tree over a row of values that combines neighbours with `join`. */
export class SegmentTree {
  constructor(values, join) {
    this.n = values.length;
    this.join = join;
    this.nodes = [...Array(this.n), ...values];
    for (let i = this.n - 1; i > 0; i--) this.nodes[i] = this.#joined(this.nodes[2 * i], this.nodes[2 * i + 1]);
  }

  set(place, value) {
    let i = place + this.n;
    this.nodes[i] = value;
    for (i >>= 1; i > 0; i >>= 1) this.nodes[i] = this.#joined(this.nodes[2 * i], this.nodes[2 * i + 1]);
  }

  /** The combination of the places from l to r, both included. */
  query(l, r) {
    let [left, right] = [undefined, undefined];
    for (let [a, b] = [l + this.n, r + this.n + 1]; a < b; a >>= 1, b >>= 1) {
      if (a & 1) left = this.#joined(left, this.nodes[a++]);
      if (b & 1) right = this.#joined(this.nodes[--b], right);
    }
    return this.#joined(left, right);
  }

  #joined(a, b) {
    if (a === undefined) return b;
    return b === undefined ? a : this.join(a, b);
  }
}

/** The first whole number from lo to hi for which `holds` is true, when it stays true from there on. */
export function firstTrue(lo, hi, holds) {
  while (lo < hi) {
    const middle = Math.floor((lo + hi) / 2);
    if (holds(middle)) hi = middle;
    else lo = middle + 1;
  }
  return lo;
}

/** The number of items of a sorted list that are smaller than x. */
export const countBelow = (sorted, x) => firstTrue(0, sorted.length, (i) => sorted[i] >= x);

/** For each node the list of [neighbour, ...rest]. */
export function adjacency(n, edges, { directed = false } = {}) {
  const out = Array.from({ length: n }, () => []);
  for (const [a, b, ...rest] of edges) {
    out[a].push([b, ...rest]);
    if (!directed) out[b].push([a, ...rest]);
  }
  return out;
}

export const byNumber = (a, b) => a - b;

export const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
