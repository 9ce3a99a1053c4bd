import { invalidPath } from '../failures.ts';

/** Refuses, before anything else is looked at, whatever could lead out of a folder (FR-009), percent-encoded or not. */
export function refuseTraversal(path: string, expectedFormat?: string): void {
  const found = dangerIn(path);
  if (found)
    throw invalidPath(
      path,
      `The path holds ${found}, which is not allowed. Give a plain relative path.`,
      expectedFormat,
    );
}

function dangerIn(path: string): string | undefined {
  if (path !== path.normalize('NFC')) return 'characters that are not in Unicode form NFC';
  // Decoding shortens the text, so this ends; every form on the way is judged, also of what is encoded twice.
  for (let form = path; ; ) {
    const found = DANGERS.find(([pattern]) => pattern.test(form));
    if (found) return found[1];
    const decoded = form.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (decoded === form) return undefined;
    form = decoded;
  }
}

const DANGERS: readonly (readonly [RegExp, string])[] = [
  [/\.\./, '".."'],
  [/^\s*\//, 'a slash at its start'],
  [/\/\//, 'two slashes in a row'],
  [/\\/, 'a backslash'],
  [/\0/, 'a NUL character'],
  [/[\p{Cc}\p{Zl}\p{Zp}]/u, 'a control character'],
  [/^\s*~/, '"~" at its start'],
  [/(?:^|\/)\s*[A-Za-z]:/, 'a drive letter'],
  // An encoded slash changes nothing in a name and everything in a URL; C0 and C1 start its overlong forms.
  [/%(?:2f|5c|c0|c1)/i, 'a percent-encoded separator'],
  [/\p{Cs}/u, 'half a character'],
];
