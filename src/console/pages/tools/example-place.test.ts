import { expect, it } from 'vitest';
import { allowedDirectory } from './example-place.ts';

it.each([
  ['Finds files.\nAllowed: /home/ada. Its user can start the server with --allow DIRECTORY.', '/home/ada'],
  ['Allowed: /srv/a.b, /srv/c and 3 more. Its user can start', '/srv/a.b'],
  ['Allowed: no directory. Its user can start', undefined],
  ['Adds numbers.', undefined],
])('of the instructions %j, the directory for examples is %j', (instructions, directory) => {
  expect(allowedDirectory(instructions)).toBe(directory);
});
