import { Random } from '../../harness/random.ts';

const FINE = 2 ** 30;

/** All chance of a history: the same seed gives the same one again. */
export class Chance extends Random {
  fraction(): number {
    return this.below(FINE) / FINE;
  }

  /** Whether something happens that happens so often. */
  isTrue(share: number): boolean {
    return this.fraction() < share;
  }

  between(least: number, most: number): number {
    return least + this.fraction() * (most - least);
  }

  uuid(): string {
    const digits = Array.from({ length: 4 }, () =>
      this.below(2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
    return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
      '-',
    );
  }
}
