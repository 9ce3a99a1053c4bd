import { fold } from '../../../src/engines/filesearch/match/fold.ts';
import { BadGlob, nameGlob } from '../../../src/engines/filesearch/match/glob.ts';
import { BookFailure } from '../../../src/engines/library/model/failures.ts';
import { compileGlob } from '../../../src/engines/library/search/glob.ts';
import { damagedText, joined } from './mutate.ts';
import { mustHold, type Sort, shown } from './sort.ts';

interface Input {
  readonly pattern: string;
  readonly paths: readonly string[];
}

const PIECES = [
  ...String.raw`* ** ? / a b lesson .md content/ static/ [ab] [!a-z] [a- [] ] [^x] {a,b} {a,{b,c}} {1..9} {01..200} {a..e..2} { } , \ \* \{ .. . ! # ( @(a|b) +(a) $ ~ - é ß ﬁ İ 💶`.split(
    ' ',
  ),
  ' ',
  '\0',
  '\ud800',
];
const KNOWN = ['content/**/*.md', 'static/img/*.{png,jpg}', 'content/0[1-9]-*/**', '**/*.summary.md', '{a,b}/{c,d}/*'];
const NAMES = [
  'content/',
  '01-Part/',
  '01-Chapter/',
  '01-intro.md',
  'static/',
  'img/',
  'a.png',
  '.hidden',
  'é',
  ' ',
  'A',
];

export const globs: Sort<Input> = {
  make: (random) => {
    const isKnown = random.below(3) === 0;
    const pattern = isKnown ? damagedText(random.pick(KNOWN), PIECES, random) : joined(PIECES, 14, random);
    const many = random.below(200) === 0 ? pattern.repeat(1 + random.below(60)) : pattern;
    return { pattern: many, paths: Array.from({ length: 4 }, () => joined(NAMES, 6, random)) };
  },
  run({ pattern, paths }) {
    tryBookGlob(pattern, paths);
    tryNameGlob(pattern, paths);
    for (const path of paths) {
      const literal = path.replaceAll(/[*?[\]{},\\]/g, String.raw`\$&`);
      mustHold(nameGlob(literal)(fold(path)), 'a name matches itself');
    }
  },
  show: shown,
};

function tryBookGlob(pattern: string, paths: readonly string[]): void {
  try {
    const { folders, matches } = compileGlob(pattern);
    for (const path of paths) {
      const inside = folders.some((folder) => path.startsWith(folder));
      const isBookPath = /^(?:content|static)\//.test(path);
      mustHold(!matches(path) || inside || !isBookPath, 'what matches is in one of the folders that are looked at');
    }
  } catch (error) {
    if (!(error instanceof BookFailure)) throw error;
  }
}

function tryNameGlob(pattern: string, paths: readonly string[]): void {
  try {
    const matches = nameGlob(pattern);
    for (const path of paths) matches(fold(path));
  } catch (error) {
    if (!(error instanceof BadGlob)) throw error;
  }
}
