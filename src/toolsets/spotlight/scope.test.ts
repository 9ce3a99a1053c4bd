import { chmodSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigurationFailure } from '../../kernel/errors.ts';
import { ArgumentFailure } from './failures.ts';
import { asNobody, temporaryFolder } from './folders.testing.ts';
import { isInside, requireAbsolute, Territory } from './scope.ts';

const base = temporaryFolder({
  'S/file.txt': 'x',
  'S/sub/deep.txt': 'x',
  'S/..odd/x.txt': 'x',
  'S/closed/x.txt': 'x',
  'S-evil/x.txt': 'x',
});
chmodSync(base, 0o755);
const S = join(base, 'S');
const evil = join(base, 'S-evil');
const outside = temporaryFolder({ 'secret.txt': 'x', 'vault/x.txt': 'x' });
symlinkSync(join(S, 'sub'), join(S, 'inward'));
symlinkSync(join(S, 'file.txt'), join(S, 'to-file'));
symlinkSync(outside, join(S, 'outward'));
symlinkSync(join(outside, 'secret.txt'), join(S, 'to-secret'));
symlinkSync(join(S, 'nowhere'), join(S, 'dangling'));
symlinkSync(join(S, 'loop'), join(S, 'loop'));
symlinkSync(`../../${basename(outside)}/nothing`, join(S, 'to-nothing'));
symlinkSync('to-nothing', join(S, 'chain'));
symlinkSync(S, join(outside, 'back'));
const territory = await Territory.open([S]);

const refusal = (text: string) => new ArgumentFailure(`Invalid argument: ${text}`);
const notADirectory = (path: string) => refusal(`Scope is not a directory: ${path}`);
const outsideScope = (path: string) => refusal(`Path outside scope: ${path}`);

describe('scope', () => {
  it.each([
    ['itself', S, S],
    ['what is below', join(S, 'sub'), join(S, 'sub')],
    ['R14: dots, doubled and trailing slashes', `${S}//sub/../sub/.//`, join(S, 'sub')],
    ['R49: a link to a directory, as where it leads', join(S, 'inward'), join(S, 'sub')],
    ['R49: a link from outside that leads inside', join(outside, 'back', 'sub'), join(S, 'sub')],
    ['R50: a name that begins with dots', join(S, '..odd'), join(S, '..odd')],
  ])('R14, R49: %s', async (_, given, real) => {
    expect(await territory.scope(given)).toBe(real);
  });

  it.each(['x', './x', '../x', '~', '~/x', '', ' /x', 'file:///x', 'C:'])(
    'R13, E4: %j is not absolute',
    async (given) => {
      await expect(territory.scope(given)).rejects.toThrow(refusal('scope must be an absolute path (starting with /)'));
      await expect(territory.file(given)).rejects.toThrow(refusal('path must be an absolute path (starting with /)'));
    },
  );

  it('R13: on Windows a drive and a share are absolute, and the words stay the same', () => {
    for (const path of ['C:\\x', 'C:/x', '\\\\server\\share\\x']) requireAbsolute(path, 'scope', win32);
    for (const path of ['C:x', 'x\\y', '~\\x', '.\\x']) {
      expect(() => requireAbsolute(path, 'scope', win32)).toThrow(
        refusal('scope must be an absolute path (starting with /)'),
      );
    }
  });

  it.each([
    ['missing', join(S, 'none'), join(S, 'none')],
    ['missing, told with its path in order', `${S}//a/../none/`, join(S, 'none')],
    ['a file', join(S, 'file.txt'), join(S, 'file.txt')],
    ['below a file', join(S, 'file.txt', 'x'), join(S, 'file.txt', 'x')],
    ['a link to a file, as where it leads', join(S, 'to-file'), join(S, 'file.txt')],
    ['missing behind a link', join(S, 'inward', 'none'), join(S, 'sub', 'none')],
    ['a dangling link, as where it would lead', join(S, 'dangling'), join(S, 'nowhere')],
    ['below a dangling link', join(S, 'dangling', 'x'), join(S, 'nowhere', 'x')],
    ['a loop', join(S, 'loop'), join(S, 'loop')],
    ['R15: with a NUL', `${S}/a\0b`, `${S}/a\0b`],
    ['R15: with a NUL, outside', `/etc\0`, `/etc\0`],
    ['with an endless name', join(S, 'x'.repeat(5000)), join(S, 'x'.repeat(5000))],
    ['of two thousand parts', `${S}${'/x'.repeat(2000)}`, `${S}${'/x'.repeat(2000)}`],
    ['endless', `${S}${'/x'.repeat(200_000)}`, `${S}${'/x'.repeat(200_000)}`],
  ])('E5: %s', async (_, given, shown) => {
    await expect(territory.scope(given)).rejects.toThrow(notADirectory(shown));
  });

  it.each([
    ['R50: a sibling with the same beginning', evil, evil],
    ['another directory', outside, outside],
    ['the parent', join(S, '..'), join(S, '..')],
    ['R14: dots that lead out', `${S}/../${outside.slice(1)}`, join(S, '..', outside)],
    ['a link that leads out, without telling where', join(S, 'outward'), join(S, 'outward')],
    ['below such a link', `${S}/outward/./vault`, join(S, 'outward', 'vault')],
    ['a dangling link that would lead out', join(S, 'to-nothing'), join(S, 'to-nothing')],
    ['a chain of links out to nothing', join(S, 'chain', 'x'), join(S, 'chain', 'x')],
    ['something that is not there, without telling so', join(outside, 'none'), join(outside, 'none')],
    ['something not there below such a link', join(S, 'outward', 'none'), join(S, 'outward', 'none')],
    ['a file', join(outside, 'secret.txt'), join(outside, 'secret.txt')],
    ['the root', '/', '/'],
  ])('E11, R50, R54: %s', async (_, given, shown) => {
    await expect(territory.scope(given)).rejects.toThrow(outsideScope(shown));
    await expect(territory.file(given)).rejects.toThrow(outsideScope(shown));
  });
});

describe('file', () => {
  it('R26: a file, a directory, or a link to them', async () => {
    expect(await territory.file(join(S, 'file.txt'))).toBe(join(S, 'file.txt'));
    expect(await territory.file(join(S, 'sub'))).toBe(join(S, 'sub'));
    expect(await territory.file(join(S, 'to-file'))).toBe(join(S, 'file.txt'));
  });

  it('E11: a link to a file outside, without telling where', async () => {
    await expect(territory.file(join(S, 'to-secret'))).rejects.toThrow(outsideScope(join(S, 'to-secret')));
  });

  it.each([
    ['missing', `${S}//none`],
    ['below a file', join(S, 'file.txt', 'x')],
    ['R26: a dangling link', join(S, 'dangling')],
    ['R15: with a NUL', `${S}/a\0b`],
    ['endless', `/${'x'.repeat(1_000_000)}`],
  ])('E8: %s, with the path as given', async (_, given) => {
    await expect(territory.file(given)).rejects.toThrow(`File not found: ${given}`);
  });

  it('E9: what the system does not let us see', async () => {
    chmodSync(join(S, 'closed'), 0);
    const path = join(S, 'closed', 'x.txt');
    await asNobody(async () => {
      await expect(territory.file(path)).rejects.toThrow(`Query failed: Unable to read metadata for: ${path}`);
    });
    chmodSync(join(S, 'closed'), 0o755);
  });
});

describe('R54: what is allowed', () => {
  it('R54: the home directory when nothing is said', async () => {
    const home = await Territory.open([]);
    await expect(home.scope(outside)).rejects.toThrow(outsideScope(outside));
    expect(await home.scope(homedir())).toBeTypeOf('string');
  });

  it.each(['', 'relative', '.'])('R54: nothing when the home directory is %j', async (home) => {
    const nothing = await Territory.open([], () => home);
    for (const path of [S, process.cwd(), '/']) await expect(nothing.scope(path)).rejects.toThrow(outsideScope(path));
  });

  it('R54: several, also through links', async () => {
    const both = await Territory.open([join(S, 'sub'), join(outside, 'back', '..', 'vault')]);
    expect(await both.scope(join(S, 'inward'))).toBe(join(S, 'sub'));
    expect(await both.scope(join(outside, 'vault'))).toBe(join(outside, 'vault'));
    await expect(both.scope(S)).rejects.toThrow(outsideScope(S));
  });

  it('R54: the root allows everything', async () => {
    const everything = await Territory.open(['/']);
    expect(await everything.scope('/')).toBe('/');
    expect(await everything.scope(join(S, 'outward'))).toBe(outside);
  });

  it.each([join(S, 'none'), join(S, 'file.txt'), ''])('refuses %j at the start', async (given) => {
    await expect(Territory.open([given])).rejects.toThrow(ConfigurationFailure);
  });
});

it('R50: paths are compared by their components', () => {
  expect(isInside('/a/b', '/a/b')).toBe(true);
  expect(isInside('/a/b/c', '/a/b')).toBe(true);
  expect(isInside('/a/b/..c', '/a/b')).toBe(true);
  expect(isInside('/a', '/')).toBe(true);
  for (const path of ['/a/bc', '/a', '/', '/a/c/b', '/a/b-evil/x']) expect(isInside(path, '/a/b')).toBe(false);
  expect(isInside('C:\\A\\b', 'c:\\a', win32)).toBe(true);
  for (const path of ['C:\\ab', 'D:\\a\\b', '\\\\server\\a']) expect(isInside(path, 'C:\\a', win32)).toBe(false);
});
