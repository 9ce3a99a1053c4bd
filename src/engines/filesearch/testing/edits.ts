import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';

const NAMES = [
  'a',
  'Cafe\u0301',
  'café.txt',
  'note b.md',
  'ΟΔΟΣ',
  '.hidden',
  'node_modules',
  'x.noindex',
  'target',
  'venv',
];
const MORE = [
  'Muessen_Strassen.txt',
  'müsse tax',
  'straßes',
  'Cargo.toml',
  'pyvenv.cfg',
  '.metadata_never_index',
  '__pycache__',
  '한글',
  'line\nbreak',
  'q"\\*?',
];
/** What texts are made of. */
export const WORDS = [
  'cafe',
  'Café',
  'cafe\u0301',
  'CAFÉ',
  'note',
  'notes',
  'noting',
  'b',
  'οδος',
  'ὈΔΌΣ',
  '한글',
  '하',
  'が',
  'か\u3099',
  'naïve',
  'xyz',
  '*',
  'İstanbul',
  'müsse',
  'straße',
  'STRASSE',
  'tax',
  'taxes',
];
const GAPS = [' ', '\n', ' \t ', '\u00a0', '\r\n', ''];

const text = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...GAPS)), { maxLength: 12 })
  .map((parts) => parts.flat().join(''));
const content = fc
  .tuple(text, fc.constantFrom('utf8', 'utf16le', 'utf16be', 'latin1', 'binary'))
  .map(([words, form]) => {
    if (form === 'utf16le') return Buffer.from(`\ufeff${words}`, 'utf16le');
    if (form === 'utf16be') return Buffer.from(`\ufeff${words}`, 'utf16le').swap16();
    if (form === 'latin1') return Buffer.from(`${words} \xe9`, 'latin1');
    return Buffer.from(form === 'binary' ? `\0${words}` : words);
  });
const name = fc.constantFrom(...NAMES, ...MORE);
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
/** Any change of a folder. */
export const edit = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('write' as const), path, content, age: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rewrite' as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), pick: fc.nat(), path }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('link' as const), pick: fc.nat(), path, hard: fc.boolean() }) },
);
export type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;
/** Makes a change, as far as the file system lets it. */
export function apply(scope: string, change: Edit): void {
  const existing = everything(scope);
  const picked = 'pick' in change ? existing[change.pick % Math.max(1, existing.length)] : undefined;
  try {
    if (change.do === 'write') {
      const target = join(scope, change.path);
      mkdirSync(join(target, '..'), { recursive: true });
      writeFileSync(target, change.content);
      utimesSync(target, 1_700_000_000, 1_700_000_000 + change.age);
    } else if (!picked) {
      return;
    } else if (change.do === 'rewrite') {
      rewriteUnnoticed(picked);
    } else if (change.do === 'remove') {
      rmSync(picked, { recursive: true });
    } else {
      const target = join(scope, change.path);
      mkdirSync(join(target, '..'), { recursive: true });
      if (change.do === 'move') renameSync(picked, target);
      else if (!existsSync(target)) (change.hard ? linkSync : symlinkSync)(picked, target);
    }
  } catch {
    // An edit that the file system refuses is no edit: a directory into itself, a file where a directory is.
  }
}

// The same size and the same times, other letters: only the change time tells.
function rewriteUnnoticed(file: string): void {
  const { atimeMs, mtimeMs } = lstatSync(file);
  if (!lstatSync(file).isFile()) return;
  const bytes = readFileSync(file);
  writeFileSync(file, Buffer.from(bytes).reverse());
  utimesSync(file, atimeMs / 1000, mtimeMs / 1000);
}

function everything(scope: string): string[] {
  return readdirSync(scope, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
