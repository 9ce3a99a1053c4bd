import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { linkWithToken, ownToken } from './own-token.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quartet-token-'));
  path = join(folder, 'quartet', 'token');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is made once, long, and for its owner only', () => {
  const line = ownToken(path);
  expect(line).toMatch(/^owner [\w-]{43} \*\n$/);
  expect(ownToken(path)).toBe(line);
  expect(readFileSync(path, 'utf8')).toBe(line);
  expect(readdirSync(dirname(path))).toEqual(['token']);
  expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
});

it.skipIf(process.platform === 'win32')('one that others can read is not used', () => {
  ownToken(path);
  chmodSync(path, 0o640);
  expect(() => ownToken(path)).toThrow('may be known to others');
});

it.skipIf(process.platform === 'win32')('a link in its place is not followed', () => {
  ownToken(path);
  const elsewhere = join(folder, 'link');
  symlinkSync(path, elsewhere);
  expect(() => ownToken(elsewhere)).toThrow('may be known to others');
});

it('is part of a link and of a header', () => {
  expect(linkWithToken('http://127.0.0.1:8000/', 'owner SECRET *\n')).toEqual({
    link: 'http://127.0.0.1:8000/#token=SECRET',
    header: 'Authorization: Bearer SECRET',
  });
});
