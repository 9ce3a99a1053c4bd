import { requiredLiterals } from '../../../lib/required-literals.ts';
import { type FixedShape, fixedShape } from './fixed-shape.ts';

/** What can be looked for on this thread: texts at least one of which a line must hold, and what such a line must match then, if anything. */
export interface NeedlePlan {
  readonly needles: readonly Buffer[];
  readonly shape?: FixedShape;
}

const SHORTEST = 3;
const MOST = 8;
/** Of all needles together: at each place of a text, at most as many bytes are compared. */
const MOST_BYTES = 64;
const WORDS = /^[\w ]+(?:\|[\w ]+)*$/;

/** How a pattern is looked for without RE2; undefined when that could take long. */
export function planNeedles(pattern: string): NeedlePlan | undefined {
  const literals = requiredLiterals(pattern);
  // To look for what is everywhere, or for many things at once, costs more than it saves.
  if (literals.length === 0 || literals.length > MOST) return undefined;
  if (literals.some((literal) => literal.length < SHORTEST)) return undefined;
  const texts = literals.map((literal) => Buffer.from(literal));
  const needles = texts.map((text) => text.subarray(0, Math.floor(MOST_BYTES / texts.length)));
  const areWhole = needles.every((needle, at) => needle.length === texts[at]?.length);
  if (areWhole && WORDS.test(pattern)) return { needles };
  const shape = fixedShape(pattern);
  return shape && { needles, shape };
}
