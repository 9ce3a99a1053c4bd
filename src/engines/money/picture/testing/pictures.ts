import fc from 'fast-check';
import { type Picture, type PictureOptions, parsePicture } from '../parse.ts';

/** Parses a picture that the test knows to be legal. */
export function pictureOf(text: string, options: PictureOptions = {}): Picture {
  const parsed = parsePicture(text, options);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`);
  return parsed.picture;
}

/** Names the rule a picture breaks, or says `legal`. */
export function ruleBrokenBy(text: string, options: PictureOptions = {}): string {
  const parsed = parsePicture(text, options);
  return parsed.ok ? 'legal' : parsed.error.rule;
}

const insertion = fc.constantFrom('', '', '', ',', 'B', '0', '/');
const run = (symbol: string, minLength: number) =>
  fc
    .array(insertion, { minLength, maxLength: minLength + 6 })
    .map((inserts) => inserts.map((insert, at) => (at === 0 ? symbol : insert + symbol)).join(''));
const fraction = (symbol: string) =>
  fc
    .integer({ min: 0, max: 4 })
    .chain((count) => fc.constantFrom('', `.${symbol.repeat(count)}`, `V${symbol.repeat(count)}`));

const plainBody = fc.tuple(run('9', 1), fraction('9'));
const suppressedBody = (symbol: string, least: number) =>
  fc.oneof(
    fc.tuple(run(symbol, least), insertion, fc.constantFrom('', '9', '99'), fraction('9')),
    fc.tuple(run(symbol, least), fraction(symbol)),
  );
const trailer = fc.constantFrom('', '+', '-', 'CR', 'DB');
const join = (...parts: fc.Arbitrary<string | string[]>[]) => fc.tuple(...parts).map((all) => all.flat().join(''));

/** Legal edited and unedited pictures of every shape, except those with P. */
export const anyPictureText: fc.Arbitrary<string> = fc
  .oneof(
    join(
      fc.constantFrom('', '$', '+', '-', '+$', '-$'),
      fc.oneof(plainBody, suppressedBody('Z', 1), suppressedBody('*', 1)),
    ),
    join(fc.constantFrom('', '$'), fc.oneof(plainBody, suppressedBody('Z', 1), suppressedBody('*', 1)), trailer),
    join(fc.oneof(plainBody, suppressedBody('Z', 1)), fc.constant('$'), trailer),
    join(fc.constantFrom('', '+', '-', 'B'), suppressedBody('$', 2)),
    join(suppressedBody('$', 2), trailer),
    join(fc.constantFrom('', '$', 'B'), fc.oneof(suppressedBody('+', 2), suppressedBody('-', 2))),
    join(
      fc.constantFrom('', 'S'),
      fc.integer({ min: 1, max: 9 }).map((count) => `9(${count})`),
      fc.constantFrom('', 'V', 'V99'),
    ),
  )
  .filter((text) => parsePicture(text).ok);
