import { expect, it } from 'vitest';
import { shortPath } from './short-path.ts';

it.skipIf(process.platform === 'win32').each([
  ['/home/ann/books', '/home/ann', '~/books'],
  ['/home/ann', '/home/ann', '~'],
  ['/home/anna/books', '/home/ann', '/home/anna/books'],
  ['/srv/books', '/home/ann', '/srv/books'],
  ['/srv/books', '/', '/srv/books'],
  ['/srv/books', '', '/srv/books'],
])('%s of somebody at home in %j is %s', (path, home, expected) => {
  expect(shortPath(path, home)).toBe(expected);
});
