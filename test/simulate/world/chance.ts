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
    const [one, two, three, four] = [this.#digits(), this.#digits(), this.#digits(), this.#digits()];
    return `${one}-${two.slice(0, 4)}-${two.slice(4)}-${three.slice(0, 4)}-${three.slice(4)}${four}`;
  }

  #digits(): string {
    return this.below(2 ** 32)
      .toString(16)
      .padStart(8, '0');
  }
}
