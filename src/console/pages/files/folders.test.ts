import { expect, it } from 'vitest';
import { allowedAmong, allowedIn, folderName, isBelow, shortFolder, wayTo } from './folders.ts';

it('reads the directories out of what the server says', () => {
  const said = (list: string) =>
    allowedIn(
      `Invalid argument: Path outside scope: ~. Allowed: ${list}. Its user can start the server with --allow DIRECTORY to allow more`,
    );
  expect(said('/a/b, /c. d, e, /f')).toEqual({ paths: ['/a/b', '/c. d, e', '/f'], unnamed: 0 });
  expect(said('/a, /b and 2 more')).toEqual({ paths: ['/a', '/b'], unnamed: 2 });
  expect(said('C:\\Users\\ann, \\\\server\\share')).toMatchObject({ paths: ['C:\\Users\\ann', '\\\\server\\share'] });
  expect(said('no directory')).toEqual({ paths: [], unnamed: 0 });
  expect(allowedIn('File not found: /x')).toBeUndefined();
});

it('finds them among the facts', () => {
  const facts = [
    { label: 'Allowed', value: '/a, /b and 3 more' },
    { label: 'Engine', value: 'portable' },
    { label: 'Index', value: '12 files, 0.1 MB of memory' },
  ];
  expect(allowedAmong(facts)).toEqual({ paths: ['/a', '/b'], unnamed: 3 });
  expect(allowedAmong()).toEqual({ paths: [], unnamed: 0 });
});

it('knows what is below what', () => {
  expect(isBelow('/data/notes', '/data/notes')).toBe(true);
  expect(isBelow('/data/notes/x', '/data/notes')).toBe(true);
  expect(isBelow('/data/notes-old', '/data/notes')).toBe(false);
  expect(isBelow('/x', '/')).toBe(true);
  expect(isBelow('C:\\a\\b', 'C:\\a')).toBe(true);
});

it('shows the way from a directory that may be searched', () => {
  expect(wayTo('/home/ann/notes/2026', ['/home/ann', '/data'])).toEqual([
    { name: 'ann', path: '/home/ann' },
    { name: 'notes', path: '/home/ann/notes' },
    { name: '2026', path: '/home/ann/notes/2026' },
  ]);
  expect(wayTo('/x/y', ['/'])).toEqual([
    { name: '/', path: '/' },
    { name: 'x', path: '/x' },
    { name: 'y', path: '/x/y' },
  ]);
  expect(wayTo('/else', ['/a'])).toEqual([{ name: '/else', path: '/else' }]);
  expect(shortFolder('/home/ann/notes', ['/home/ann'])).toBe('ann/notes');
  expect(shortFolder('C:\\a\\b', ['C:\\a'])).toBe('a\\b');
  expect(['~', '/', 'C:\\a\\', '/a/b'].map(folderName)).toEqual(['Home', '/', 'a', 'b']);
});
