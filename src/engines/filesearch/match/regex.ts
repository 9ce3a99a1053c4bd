import { requiredLiterals } from '../../../lib/required-literals.ts';

/** How much of a line is looked at: an expression takes time for each of its characters. */
export const LONGEST_LINE = 1 << 14;

const MAX_LENGTH = 1000;
const MAX_PROGRAM = 2000;
const ASCII = /^[ -~]+$/;

/** A regular expression that takes time in proportion to the text, whatever it is (RE2). */
export interface Regex {
  /** What a line must hold to match, if it is known. */
  readonly literal: string | undefined;
  /** Texts one of which every line that matches holds, in a form for signatures; none when they are not known. */
  readonly folded: readonly string[];
  test(line: string): boolean;
  /** Where a line that matches does, as [start, end). */
  find(line: string): readonly [start: number, end: number];
}

/** Compiles an expression; rejects with the reason when it cannot be used. The library is loaded on first use. */
export async function compileRegex(pattern: string): Promise<Regex> {
  if (pattern.length > MAX_LENGTH) throw new Error(`it is longer than ${MAX_LENGTH} characters`);
  const { RE2JS } = await import('re2js');
  const regex = RE2JS.compile(pattern);
  if (regex.programSize() > MAX_PROGRAM) throw new Error('its repetitions make it too large');
  const literals = requiredLiterals(pattern);
  return {
    literal: literals.length === 1 ? literals[0] : undefined,
    folded: literals.every((one) => ASCII.test(one)) ? literals.map((one) => one.toLowerCase().trim()) : [],
    test: (line) => regex.test(line),
    find: (line) => {
      const matcher = regex.matcher(line);
      return matcher.find() ? [matcher.start(), matcher.end()] : [0, 0];
    },
  };
}
