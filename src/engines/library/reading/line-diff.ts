import { Turns } from '../../../lib/turns.ts';

/** Lines of one text in the place of lines of another: from and up to, which is not included. */
export interface LineChange {
  readonly from: readonly [start: number, end: number];
  readonly to: readonly [start: number, end: number];
}

/** About a tenth of a second; beyond it, what is left counts as replaced. */
const MOST_STEPS = 20_000_000;
/** So far away that no steps lead there. */
const UNREACHED = -(2 ** 30);

/**
 * What has to change to make one list of lines another, as few lines as can be found: Myers' algorithm, from both ends towards the middle, which needs no more
 * memory than the texts. It works in turns; the result is right, though longer, where it would take too long.
 */
export async function diffLines(
  from: readonly string[],
  to: readonly string[],
  signal?: AbortSignal,
  mostSteps = MOST_STEPS,
): Promise<LineChange[]> {
  const numbers = new Map<string, number>();
  const numbered = (lines: readonly string[]) =>
    Int32Array.from(lines, (line) => {
      const known = numbers.get(line);
      if (known === undefined) numbers.set(line, numbers.size);
      return known ?? numbers.size - 1;
    });
  const diff = new Diff(numbered(from), numbered(to), mostSteps, signal);
  await diff.compare(0, from.length, 0, to.length);
  return diff.changes;
}

class Diff {
  readonly changes: LineChange[] = [];
  readonly #turns = new Turns();

  constructor(
    private readonly a: Int32Array,
    private readonly b: Int32Array,
    private stepsLeft: number,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async compare(aStart: number, aEnd: number, bStart: number, bEnd: number): Promise<void> {
    const { a, b } = this;
    let [fromA, toA, fromB, toB] = [aStart, aEnd, bStart, bEnd];
    while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) {
      fromA++;
      fromB++;
    }
    while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) {
      toA--;
      toB--;
    }
    if (fromA === toA && fromB === toB) return;
    const middle = fromA === toA || fromB === toB ? undefined : await this.#middle(fromA, toA, fromB, toB);
    if (middle === undefined) return this.#add(fromA, toA, fromB, toB);
    await this.compare(fromA, fromA + middle[0], fromB, fromB + middle[1]);
    await this.compare(fromA + middle[0], toA, fromB + middle[1], toB);
  }

  /** Changes that touch are one. */
  #add(fromA: number, toA: number, fromB: number, toB: number): void {
    const last = this.changes.at(-1);
    const joins = last?.from[1] === fromA && last.to[1] === fromB;
    if (joins) this.changes.pop();
    const [startA, startB] = joins ? [last.from[0], last.to[0]] : [fromA, fromB];
    this.changes.push({ from: [startA, toA], to: [startB, toB] });
  }

  /** A place on a shortest way, about as far from the start as from the end; undefined when it took too long. */
  async #middle(
    fromA: number,
    toA: number,
    fromB: number,
    toB: number,
  ): Promise<readonly [number, number] | undefined> {
    const { a, b } = this;
    const [n, m] = [toA - fromA, toB - fromB];
    const most = Math.ceil((n + m) / 2);
    const delta = n - m;
    const isOdd = delta % 2 !== 0;
    const [ahead, back] = [new Reach(most), new Reach(most)];
    const same = (x: number, y: number) => a[fromA + x] === b[fromB + y];
    const sameFromEnd = (x: number, y: number) => a[toA - 1 - x] === b[toB - 1 - y];
    for (let edits = 0; edits <= most; edits++) {
      this.signal?.throwIfAborted();
      if (this.#turns.isOver()) await this.#turns.next();
      for (let k = -edits; k <= edits; k += 2) {
        const x = ahead.start(k, edits, n, m);
        const end = ahead.slide(k, x, n, m, same);
        this.stepsLeft -= 1 + Math.max(0, end - x);
        if (isOdd && Math.abs(delta - k) < edits && end + back.at(delta - k) >= n) return [x, x - k];
      }
      for (let k = -edits; k <= edits; k += 2) {
        const x = back.start(k, edits, n, m);
        const end = back.slide(k, x, n, m, sameFromEnd);
        this.stepsLeft -= 1 + Math.max(0, end - x);
        if (!isOdd && Math.abs(delta - k) <= edits && end + ahead.at(delta - k) >= n) return [n - x, m - (x - k)];
      }
      if (this.stepsLeft < 0) return undefined;
    }
    return undefined;
  }
}

/** How far one comes on each diagonal with so many edits. */
class Reach {
  readonly #furthest: Int32Array;

  constructor(private readonly most: number) {
    this.#furthest = new Int32Array(2 * most + 3).fill(UNREACHED);
  }

  at(k: number): number {
    return this.#furthest[k + this.most + 1] ?? UNREACHED;
  }

  /** Where one stands on a diagonal after one more edit. */
  start(k: number, edits: number, n: number, m: number): number {
    if (edits === 0) return 0;
    const [right, down] = [this.at(k - 1) + 1, this.at(k + 1)];
    const [further, nearer] = right > down ? [right, down] : [down, right];
    return isInside(further, k, n, m) ? further : isInside(nearer, k, n, m) ? nearer : UNREACHED;
  }

  /** Goes on along the diagonal as long as the lines are the same. */
  slide(k: number, start: number, n: number, m: number, same: (x: number, y: number) => boolean): number {
    let x = start;
    if (x >= 0) while (x < n && x - k < m && same(x, x - k)) x++;
    this.#furthest[k + this.most + 1] = x;
    return x;
  }
}

function isInside(x: number, k: number, n: number, m: number): boolean {
  return x >= 0 && x <= n && x - k >= 0 && x - k <= m;
}
