import { mkdirSync, symlinkSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, names } from '../../toolsets/spotlight/tools/testing/call.ts';
import { AllowedRoots } from './allowed-roots.ts';
import { isGuarded } from './guarded-places.ts';
import { temporaryFolder } from './testing/folders.ts';

describe('what is guarded below a directory', () => {
  it.each([
    '/home/u/.ssh',
    '/home/u/.ssh/id_ed25519',
    '/home/u/projects/.env',
    '/home/u/snap/chromium/common/chromium/Default/Login Data',
    '/home/u/backup/Library/Keychains/login.keychain-db',
    '/home/u/LIBRARY/keychains',
    '/home/u/Library/Application Support/Google/Chrome/Default',
    '/home/u/Library/Application Support/Firefox/Profiles/x/logins.json',
    '/home/u/old-disk/etc/ssh/ssh_host_ed25519_key',
    '/home/u/old-laptop/AppData/Roaming/Mozilla/Firefox',
  ])('%s', (path) => {
    expect(isGuarded(path, '/home/u', posix)).toBe(true);
    expect(isGuarded(path, '/', posix)).toBe(true);
  });

  it.each([
    '/home/u',
    '/home/u/Library/Mail',
    '/home/u/Library/Application Support/TextEdit',
    '/home/u/projects/app/data/local',
    '/home/u/AppData',
    '/home/u/proc/1',
    '/home/u/snap',
    '/home/u/a.b/c..d',
    '/home/u/Keychains',
  ])('not %s', (path) => {
    expect(isGuarded(path, '/home/u', posix)).toBe(false);
  });

  it('not what lies inside of a guarded place that is itself the directory', () => {
    expect(isGuarded('/home/u/.ssh/keys/id', '/home/u/.ssh', posix)).toBe(false);
    expect(isGuarded('/home/u/.ssh/.old/id', '/home/u/.ssh', posix)).toBe(true);
    expect(isGuarded('/home/u/Library/Keychains/x', '/home/u/Library/Keychains', posix)).toBe(false);
    expect(isGuarded('/home/u/.config/nvim/init.lua', '/home/u/.config/nvim', posix)).toBe(false);
  });

  it('the processes of Linux, only at the root', () => {
    expect(isGuarded('/proc/self/environ', '/', posix)).toBe(true);
    expect(isGuarded('/srv/proc/self', '/', posix)).toBe(false);
  });

  it('on Windows, where a drive begins the path', () => {
    const home = 'C:\\Users\\u';
    for (const path of ['AppData\\Local\\Google\\Chrome\\User Data', 'appdata\\roaming\\gcloud', '.aws\\credentials']) {
      expect(isGuarded(win32.join(home, path), home, win32)).toBe(true);
      expect(isGuarded(win32.join(home, path), 'C:\\', win32)).toBe(true);
    }
    expect(isGuarded('C:\\Windows\\System32\\config\\SAM', 'C:\\', win32)).toBe(true);
    expect(isGuarded('C:\\Users\\u\\Documents\\x', home, win32)).toBe(false);
  });
});

const home = temporaryFolder({
  'notes/plan.py': 'token',
  '.ssh/id_ed25519': 'token',
  '.ssh/deep/config.py': 'token',
  'projects/.env': 'token',
  'Library/Keychains/login.py': 'token',
  'Library/Mail/letter.py': 'token',
  'snap/chromium/common/chromium/Default/Login.py': 'token',
});
const at = (path: string) => join(home, path);
symlinkSync(at('.ssh'), at('keys'));
symlinkSync(at('.ssh/id_ed25519'), at('one-key'));
symlinkSync(at('Library/Keychains'), at('chain'));
symlinkSync(at('.ssh/none'), at('to-nothing'));
mkdirSync(at('.links'));
symlinkSync(at('notes'), at('.links/notes'));

describe('tools', () => {
  const refused = (path: string) =>
    `Invalid argument: Path is hidden, or in a place for keys and passwords: ${path}. Its user can start the server with --allow ${path} to open it`;

  it.each([
    '.ssh',
    '.ssh/id_ed25519',
    '.ssh/none',
    'projects/.env',
    'Library/Keychains',
    'Library/Keychains/login.py',
    'snap/chromium/common',
    'keys',
    'keys/deep',
    'one-key',
    'chain',
    'to-nothing',
  ])('refuse %s, be it there or not, and say what to do', async (path) => {
    for (const allow of [[home], ['/'], [home, at('notes')]]) {
      expect((await ask('get_metadata', { path: at(path) }, { allow })).text).toBe(refused(at(path)));
      for (const [tool, args] of [
        ['search', { query: 'token' }],
        ['search_by_kind', { kind: 'code' }],
        ['recent_files', {}],
      ] as const) {
        expect((await ask(tool, { ...args, scope: at(path) }, { allow })).text).toBe(refused(at(path)));
      }
    }
  });

  it('open what --allow names, or what lies in there, and nothing around it', async () => {
    const allow = [home, at('.ssh/deep'), at('Library/Keychains'), at('projects/.env')];
    expect(names(await ask('search', { query: 'token', scope: at('.ssh/deep') }, { allow }), home)).toEqual([
      '.ssh/deep/config.py',
    ]);
    expect((await ask('search', { query: 'token', scope: at('chain') }, { allow })).results).toHaveLength(1);
    for (const path of ['.ssh/deep', '.ssh/deep/config.py', 'Library/Keychains/login.py', 'projects/.env', 'keys/deep'])
      expect((await ask('get_metadata', { path: at(path) }, { allow })).isError).toBe(false);
    for (const path of ['.ssh', '.ssh/id_ed25519', 'one-key'])
      expect((await ask('get_metadata', { path: at(path) }, { allow })).text).toBe(refused(at(path)));
  });

  it('follow a hidden link to what is not hidden', async () => {
    expect(await (await AllowedRoots.open([home])).scope(at('.links/notes'))).toBe(at('notes'));
  });
});
