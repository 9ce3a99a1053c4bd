import { fold } from './fold.ts';

const MAX_LENGTH = 1000;
const MOST_ALTERNATIVES = 256;

/** One step of a pattern: any run of characters, any one, or one for which the test holds. */
type Step = '*' | '?' | ((character: string) => boolean);

/** A pattern for names that cannot be used, and why. */
export class BadGlob extends Error {
  override readonly name = 'BadGlob';
}

/**
 * A test for folded names: `*`, `?`, `[abc]`, `[!a-z]` and `{a,b}`; a backslash takes the meaning from the sign behind it. The pattern is
 * folded as names are. It takes at most as many steps as pattern and name have characters, multiplied.
 */
export function nameGlob(pattern: string): (foldedName: string) => boolean {
  if (pattern.length > MAX_LENGTH) throw new BadGlob(`it is longer than ${MAX_LENGTH} characters`);
  const alternatives = expanded(Array.from(fold(pattern))).map(stepsOf);
  return (foldedName) => {
    const characters = Array.from(foldedName);
    return alternatives.some((steps) => matches(steps, characters));
  };
}

// Only the last `*` is ever tried again: what an earlier one could take, the last one can.
function matches(steps: readonly Step[], characters: readonly string[]): boolean {
  let step = 0;
  let at = 0;
  let star = -1;
  let retry = 0;
  while (at < characters.length) {
    const wanted = steps[step];
    if (wanted === '*') {
      star = step++;
      retry = at;
    } else if (wanted !== undefined && (wanted === '?' || wanted(characters[at] as string))) {
      step++;
      at++;
    } else if (star === -1) {
      return false;
    } else {
      step = star + 1;
      at = ++retry;
    }
  }
  while (steps[step] === '*') step++;
  return step === steps.length;
}

function stepsOf(characters: readonly string[]): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    const end = character === '[' ? endOfSet(characters, at) : -1;
    if (character === '*') {
      if (steps.at(-1) !== '*') steps.push('*');
    } else if (character === '?') steps.push('?');
    else if (end > 0) {
      steps.push(setOf(characters.slice(at + 1, end)));
      at = end;
    } else {
      const literal = character === '\\' ? (characters[++at] ?? '\\') : character;
      steps.push((one) => one === literal);
    }
  }
  return steps;
}

// A bracket right behind the opening one is in the set. One that is never closed is a character as any other.
function endOfSet(characters: readonly string[], start: number): number {
  const first = characters[start + 1] === '!' || characters[start + 1] === '^' ? start + 3 : start + 2;
  return characters.indexOf(']', first);
}

function setOf(inside: readonly string[]): (character: string) => boolean {
  const isNegated = inside[0] === '!' || inside[0] === '^';
  const members = isNegated ? inside.slice(1) : inside;
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < members.length; at++) {
    const from = members[at] as string;
    const isRange = members[at + 1] === '-' && at + 2 < members.length;
    ranges.push([from, isRange ? (members[at + 2] as string) : from]);
    if (isRange) at += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isNegated;
}

/** The patterns that one with braces stands for. Braces without a comma or an end are characters as any other. */
function expanded(pattern: readonly string[]): string[][] {
  const done: string[][] = [];
  const waiting = [[...pattern]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const group = firstGroup(next);
    if (group === undefined) done.push(next);
    else {
      const [before, after] = [next.slice(0, group.start), next.slice(group.end + 1)];
      for (const option of group.options) waiting.push([...before, ...option, ...after]);
    }
    if (done.length + waiting.length > MOST_ALTERNATIVES) {
      throw new BadGlob(`its braces stand for more than ${MOST_ALTERNATIVES} patterns`);
    }
  }
  return done;
}

interface Group {
  readonly start: number;
  readonly end: number;
  readonly options: readonly string[][];
}

function firstGroup(pattern: readonly string[]): Group | undefined {
  for (let start = 0; start < pattern.length; start++) {
    if (pattern[start] === '\\') start++;
    else if (pattern[start] === '{') {
      const group = groupAt(pattern, start);
      if (group !== undefined) return group;
    }
  }
  return undefined;
}

function groupAt(pattern: readonly string[], start: number): Group | undefined {
  const options: string[][] = [[]];
  let depth = 0;
  for (let at = start; at < pattern.length; at++) {
    const character = pattern[at] as string;
    if (character === '{' && depth++ === 0) continue;
    if (character === '}' && --depth === 0) return options.length > 1 ? { start, end: at, options } : undefined;
    if (character === ',' && depth === 1) options.push([]);
    else if (character === '\\' && at + 1 < pattern.length) options.at(-1)?.push(character, pattern[++at] as string);
    else options.at(-1)?.push(character);
  }
  return undefined;
}
