import type { Attack } from './attack.ts';
import { flood, poured, putByHand } from './floods.ts';

const WORDS = 'agent chapter lesson model token python the of and a to in is an or by ~'.split(' ');
const SLOW: readonly (readonly [book: string, pattern: string])[] = [
  ['prose', '.?.?.?.?.{450}~'],
  ['line', 'a?a?a?a?a{490}b'],
  ['line', 'aaa[ab]{490}c'],
  ['line', '(?i)(a|b)*a{400}c'],
  ['prose', '(\\pL{500}){2}~'],
];

export const slowPatterns: Attack = {
  over: 'http',
  rule: 'patterns that take long on a large text keep nobody else waiting',
  prepare({ root }) {
    putByHand(root, 'prose/content/01-Part/01-Chapter/01-lesson.md', prose(4_000_000));
    putByHand(root, 'line/content/01-Part/01-Chapter/01-lesson.md', 'a'.repeat(4_000_000));
    // What runs for long is cut off; the attack need not wait for longer than that.
    return { options: ['--time-limit', '2'] };
  },
  async run(target) {
    const patterns = [...SLOW, ...generated(target.times(60))];
    await flood(patterns.length, 4, (index) => {
      const [book_id, pattern] = patterns[index] ?? [];
      return poured(target, 'grep_search', { book_id, pattern });
    });
  },
};

/** Patterns of optional and repeated parts, the same ones every time. */
function generated(count: number): [string, string][] {
  const parts = ['a?', '[ab]{0,9}', '.{90}', '(a|aa)+', '\\w*', '(?:a|b)?', 'a{200}', '[^b]+'];
  return Array.from({ length: count }, (_, index) => {
    const part = (place: number) => parts[(index * 5 + place * (index + 3)) % parts.length] ?? '';
    const unit = [0, 1, 2].map(part).join('');
    return [index % 2 === 0 ? 'line' : 'prose', `${unit.repeat(1 + (index % 7))}~c`];
  });
}

function prose(size: number): string {
  const lines: string[] = [];
  for (let length = 0, at = 0; length < size; at++) {
    const line = Array.from({ length: 12 }, (_, word) => WORDS[(at * 7 + word * word) % WORDS.length]).join(' ');
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}
