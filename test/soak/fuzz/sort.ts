import { Random } from '../../harness/random.ts';

/** One sort of case: how an input is drawn, and what is done with it. `run` throws where something is wrong that no user could have caused. */
export interface Sort<Input = unknown> {
  /** What it works with is made anew before every so many cases, so that each can be replayed from there. */
  readonly renewEvery?: number;
  renew?(): Promise<void>;
  /** The same numbers give the same input. */
  make(random: Random): Input;
  run(input: Input): void | Promise<void>;
  /** The input for a person, in a few hundred characters. */
  show(input: Input): string;
  /** Whether a promise that nobody waits for may be rejected with this: some libraries do that with broken files. */
  forgives?(rejection: unknown): boolean;
  close?(): Promise<void>;
}

/** An answer that is not what the engine promises. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

export function mustHold(holds: boolean, promise: string): void {
  if (!holds) throw new WrongAnswer(promise);
}

/** The numbers of one case: they depend on nothing but seed and case. */
export function randomOf(seed: number, index: number): Random {
  return new Random(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35));
}

const MOST_SHOWN = 300;

/** A text as JSON, cut. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)` : text;
}
