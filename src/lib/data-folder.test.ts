import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataFile } from './data-folder.ts';

test('data lies where the user says, else below the home folder', () => {
  expect(dataFile('x.db', { XDG_DATA_HOME: join('/', 'xdg'), APPDATA: join('/', 'app') })).toBe(
    join('/', 'xdg', 'quartet', 'x.db'),
  );
  expect(dataFile('x.db', { XDG_DATA_HOME: '', APPDATA: join('/', 'app') })).toBe(join('/', 'app', 'quartet', 'x.db'));
  const usual = dataFile('x.db', {});
  expect(usual.startsWith(homedir())).toBe(true);
  expect(usual.endsWith(join('quartet', 'x.db'))).toBe(true);
});
