import { delimiter } from 'node:path';
import { expect, it } from 'vitest';
import { programName } from './program-name.ts';

it.each([
  ['/usr/local/bin/quartet', ['/bin', '/usr/local/bin'], 'quartet'],
  ['/usr/local/bin/quartet', ['/bin'], '/usr/local/bin/quartet'],
  ['/home/ann/quartet/bin/quartet.js', ['/bin'], 'node /home/ann/quartet/bin/quartet.js'],
  ['/home/ann/my code/bin/quartet.js', ['/bin'], 'node "/home/ann/my code/bin/quartet.js"'],
  ['/app/node_modules/.bin/quartet', ['/app/node_modules/.bin', '/bin'], '/app/node_modules/.bin/quartet'],
  [
    '/home/ann/.npm/_npx/3f/node_modules/.bin/quartet',
    ['/home/ann/.npm/_npx/3f/node_modules/.bin'],
    'npx -y quartet-mcp',
  ],
])('%s with %j is started as %s', (script, path, expected) => {
  expect(programName(script, { PATH: path.join(delimiter) })).toBe(expected);
});

it('needs no PATH', () => {
  expect(programName('/opt/quartet', {})).toBe('/opt/quartet');
});
