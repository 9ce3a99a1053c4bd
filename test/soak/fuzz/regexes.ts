import { RE2JS, RE2JSException, RE2JSInternalException } from 're2js';
import { compileRegex } from '../../../src/engines/filesearch/match/regex.ts';
import { linesWithNeedles } from '../../../src/engines/library/search/needle-search.ts';
import { planNeedles } from '../../../src/engines/library/search/plan.ts';
import { pageOf } from '../../../src/engines/library/storage/text-page.ts';
import { joined } from './mutate.ts';
import { mustHold, type Sort, shown } from './sort.ts';

interface Input {
  readonly pattern: string;
  readonly lines: readonly string[];
}

const PIECES = [
  ...String.raw`a b ab A foo bar 1 . \d \w \W \s \b \B \. \- \\ \Q \E \x41 \pL \p{Greek} [ab] [^a] [a-c] [[:alpha:]] [ ] ( (?: (?i) (?P<n> ) | * + ? {2} {1,3} {0} {,2} {1000} ^ $ \z é 🎻 ß`.split(
    ' ',
  ),
  ' ',
  '\0',
  '\t',
];
const LETTERS = [...'abAfor1.- é🎻ßſK', 'foo', 'bar', 'ab', '\t'];

export const regexes: Sort<Input> = {
  make: (random) => {
    const pattern = joined(PIECES, 9, random);
    const long = random.below(200) === 0 ? pattern.repeat(1 + random.below(60)) : pattern;
    const own = pattern.replaceAll(/[^\w ]/gu, '');
    const line = () => joined(LETTERS, 8, random) + (random.below(3) === 0 ? own : '');
    return { pattern: long, lines: [own, ...Array.from({ length: 5 }, line)] };
  },
  async run({ pattern, lines }) {
    const regex = await compiled(pattern);
    if (!regex) return;
    for (const line of lines) {
      if (!regex.test(line)) continue;
      const [start, end] = regex.find(line);
      mustHold(0 <= start && start <= end && end <= line.length, 'a match is within its line');
      mustHold(regex.literal === undefined || line.includes(regex.literal), 'a match holds what it must hold');
      const small = line.toLowerCase();
      mustHold(
        regex.folded.length === 0 || regex.folded.some((one) => small.includes(one)),
        'a match has its signature',
      );
    }
    findTheSame(pattern, lines);
  },
  show: shown,
};

async function compiled(pattern: string) {
  try {
    return await compileRegex(pattern);
  } catch (error) {
    const isOurs = error instanceof Error && /^its? /.test(error.message);
    if (isOurs || (error instanceof RE2JSException && !(error instanceof RE2JSInternalException))) return undefined;
    throw error;
  }
}

/** Lines that books find by their bytes are those that RE2 finds. */
function findTheSame(pattern: string, lines: readonly string[]): void {
  const plan = planNeedles(pattern);
  if (plan === undefined) return;
  const texts = lines.filter((line) => line !== '' && !line.includes('\0'));
  const page = pageOf([{ key: 'a', bytes: Buffer.from(`${texts.join('\n')}\n`) }]);
  const found = linesWithNeedles(page, plan, texts.length + 1)?.map(([, , line]) => line);
  if (found === undefined) return;
  const expression = RE2JS.compile(pattern);
  const wanted = texts.filter((line) => expression.test(line));
  mustHold(
    JSON.stringify(found) === JSON.stringify(wanted),
    `the bytes say ${shown(found)}, RE2 says ${shown(wanted)}`,
  );
}
