import { chmodSync, realpathSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigurationFailure } from '../../lib/failures.ts';
import { AllowedRoots, isInside, requireAbsolute } from './allowed-roots.ts';
import { ArgumentFailure } from './failures.ts';
import { asNobody, temporaryFolder } from './testing/folders.ts';

const base = temporaryFolder({
  'S/file.txt': 'x',
  'S/sub/deep.txt': 'x',
  'S/od..d/x.txt': 'x',
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
const allowedRoots = await AllowedRoots.open([S]);

const hint = (...roots: string[]) =>
  `. Allowed: ${roots.join(', ')}. Its user can start the server with --allow DIRECTORY to allow more`;
const refusal = (text: string, ...roots: string[]) => new ArgumentFailure(`Invalid argument: ${text}${hint(...roots)}`);
const notADirectory = (path: string, ...roots: string[]) => refusal(`Scope is not a directory: ${path}`, ...roots);
const outsideScope = (path: string, ...roots: string[]) => refusal(`Path outside scope: ${path}`, ...roots);

describe('scope', () => {
  it.each([
    ['itself', S, S],
    ['what is below', join(S, 'sub'), join(S, 'sub')],
    ['R14: dots, doubled and trailing slashes', `${S}//sub/../sub/.//`, join(S, 'sub')],
    ['R49: a link to a directory, as where it leads', join(S, 'inward'), join(S, 'sub')],
    ['R49: a link from outside that leads inside', join(outside, 'back', 'sub'), join(S, 'sub')],
    ['R50: a name with dots in it', join(S, 'od..d'), join(S, 'od..d')],
  ])('R14, R49: %s', async (_, given, real) => {
    expect(await allowedRoots.scope(given)).toBe(real);
  });

  it.each(['x', './x', '../x', '~root', '~root/x', '', ' /x', 'file:///x', 'C:'])(
    'R13, E4: %j is not absolute',
    async (given) => {
      await expect(allowedRoots.scope(given)).rejects.toThrow(
        refusal('scope must be an absolute path (starting with /)', S),
      );
      await expect(allowedRoots.file(given)).rejects.toThrow(
        refusal('path must be an absolute path (starting with /)', S),
      );
    },
  );

  it('R13: on Windows a drive and a share are absolute, and the words stay the same', () => {
    for (const path of ['C:\\x', 'C:/x', '\\\\server\\share\\x']) requireAbsolute(path, 'scope', '', win32);
    for (const path of ['C:x', 'x\\y', '~\\x', '.\\x']) {
      expect(() => requireAbsolute(path, 'scope', 'Go on', win32)).toThrow(
        'Invalid argument: scope must be an absolute path (starting with /). Go on',
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
    await expect(allowedRoots.scope(given)).rejects.toThrow(notADirectory(shown, S));
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
    await expect(allowedRoots.scope(given)).rejects.toThrow(outsideScope(shown, S));
    await expect(allowedRoots.file(given)).rejects.toThrow(outsideScope(shown, S));
  });
});

describe('file', () => {
  it('R26: a file, a directory, or a link to them', async () => {
    expect(await allowedRoots.file(join(S, 'file.txt'))).toBe(join(S, 'file.txt'));
    expect(await allowedRoots.file(join(S, 'sub'))).toBe(join(S, 'sub'));
    expect(await allowedRoots.file(join(S, 'to-file'))).toBe(join(S, 'file.txt'));
  });

  it('E11: a link to a file outside, without telling where', async () => {
    await expect(allowedRoots.file(join(S, 'to-secret'))).rejects.toThrow(outsideScope(join(S, 'to-secret'), S));
  });

  it.each([
    ['missing', `${S}//none`],
    ['below a file', join(S, 'file.txt', 'x')],
    ['R26: a dangling link', join(S, 'dangling')],
    ['R15: with a NUL', `${S}/a\0b`],
    ['endless', `/${'x'.repeat(1_000_000)}`],
  ])('E8: %s, with the path as given', async (_, given) => {
    await expect(allowedRoots.file(given)).rejects.toThrow(`File not found: ${given}`);
  });

  it('E9: what the system does not let us see', async () => {
    chmodSync(join(S, 'closed'), 0);
    const path = join(S, 'closed', 'x.txt');
    await asNobody(async () => {
      await expect(allowedRoots.file(path)).rejects.toThrow(`Query failed: Unable to read metadata for: ${path}`);
    });
    chmodSync(join(S, 'closed'), 0o755);
  });
});

describe('R54: what is allowed', () => {
  it('R54: the home directory when nothing is said', async () => {
    const home = await AllowedRoots.open([]);
    await expect(home.scope(outside)).rejects.toThrow(outsideScope(outside, realpathSync(homedir())));
    expect(await home.scope(homedir())).toBeTypeOf('string');
  });

  it.each(['', 'relative', '.'])('R54: nothing when the home directory is %j', async (home) => {
    const nothing = await AllowedRoots.open([], () => home);
    for (const path of [S, process.cwd(), '/'])
      await expect(nothing.scope(path)).rejects.toThrow(outsideScope(path, 'no directory'));
    await expect(nothing.scope('~')).rejects.toThrow('scope must be an absolute path');
  });

  it('R54: several, also through links', async () => {
    const both = await AllowedRoots.open([join(S, 'sub'), join(outside, 'back', '..', 'vault')]);
    expect(await both.scope(join(S, 'inward'))).toBe(join(S, 'sub'));
    expect(await both.scope(join(outside, 'vault'))).toBe(join(outside, 'vault'));
    await expect(both.scope(S)).rejects.toThrow(outsideScope(S, join(S, 'sub'), join(outside, 'vault')));
  });

  it('R54: the root allows everything', async () => {
    const everything = await AllowedRoots.open(['/']);
    expect(await everything.scope('/')).toBe('/');
    expect(await everything.scope(join(S, 'outward'))).toBe(outside);
  });

  it('R54: one file, and nothing beside it', async () => {
    const one = await AllowedRoots.open([join(S, 'file.txt')]);
    expect(await one.file(join(S, 'to-file'))).toBe(join(S, 'file.txt'));
    await expect(one.scope(S)).rejects.toThrow(outsideScope(S, join(S, 'file.txt')));
    await expect(one.scope(join(S, 'file.txt'))).rejects.toThrow('Scope is not a directory');
  });

  it.each([join(S, 'none'), join(S, 'file.txt', 'x'), ''])('refuses %j at the start', async (given) => {
    await expect(AllowedRoots.open([given])).rejects.toThrow(ConfigurationFailure);
  });
});

describe('~', () => {
  it('is the home directory, in a scope and in a path', async () => {
    const home = await AllowedRoots.open([S], () => S);
    expect(await home.scope('~')).toBe(S);
    expect(await home.scope('~/sub/')).toBe(join(S, 'sub'));
    expect(await home.file('~/file.txt')).toBe(join(S, 'file.txt'));
    await expect(home.file('~/none')).rejects.toThrow('File not found: ~/none');
    await expect(home.scope('~/../S-evil')).rejects.toThrow(outsideScope('~/../S-evil', S));
    await expect(home.scope('~/.ssh')).rejects.toThrow(
      `Path is hidden, or in a place for keys and passwords: ${S}/.ssh`,
    );
  });

  it('is no way into a home that is not allowed, and does not tell where that is', async () => {
    const elsewhere = await AllowedRoots.open([S], () => outside);
    await expect(elsewhere.scope('~')).rejects.toThrow(outsideScope('~', S));
    await expect(elsewhere.file('~/secret.txt')).rejects.toThrow(outsideScope('~/secret.txt', S));
  });
});

it('a hint names the first of many directories, and counts the rest', async () => {
  const many = await AllowedRoots.open(Array(10).fill(S) as string[]);
  expect(`. ${many.hint}`).toBe(hint(...(Array(8).fill(S) as string[])).replace('. Its', ' and 2 more. Its'));
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
