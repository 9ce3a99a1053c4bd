import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../src/engines/filesearch/testing/folders.ts';
import { hint, runSpotlight, SpotlightServer, spotlightServer } from '../../harness/spotlight-server.ts';

const place = temporaryFolder({
  'S/a.txt': 'needle',
  'S/sub/b.txt': 'needle',
  'S-evil/c.txt': 'needle',
  'T/d.txt': 'needle',
  'home/e.txt': 'needle',
});
const at = (...names: string[]) => names.map((name) => join(place, name));
const [S, T, evil, home] = at('S', 'T', 'S-evil', 'home') as [string, string, string, string];
symlinkSync(T, join(S, 'door'));
symlinkSync(join(T, 'd.txt'), join(S, 'window'));
symlinkSync(join(S, 'sub'), join(S, 'shortcut'));
const needle = (scope: string) => ({ query: 'needle', scope });

describe('R54: what may be searched', () => {
  it('R54: by default the home directory, and nothing else', async () => {
    const server = spotlightServer([], { HOME: home });
    expect(await server.found('search', needle(home))).toEqual(at('home/e.txt'));
    expect((await server.told('search', needle(S))).text).toBe(
      `Invalid argument: Path outside scope: ${S}${hint(home)}`,
    );
    expect(await server.found('search', needle('~'))).toEqual(at('home/e.txt'));
    expect((await server.told('get_metadata', { path: '~/e.txt' })).structure).toMatchObject({
      kMDItemFSName: 'e.txt',
    });
    expect((await server.told('get_metadata', { path: join(S, 'a.txt') })).isError).toBe(true);
  });

  it('R54: nothing when there is no home directory', async () => {
    const server = spotlightServer([], { HOME: '' });
    for (const scope of [process.cwd(), S, '/'])
      expect((await server.told('search', needle(scope))).isError).toBe(true);
  });

  it('R54: --allow, several times; home is no longer among them', async () => {
    const server = spotlightServer(['--allow', S, `--allow=${T}`], { HOME: home });
    expect(await server.found('search', needle(T))).toEqual(at('T/d.txt'));
    expect(await server.found('search', needle(join(S, 'sub')))).toEqual(at('S/sub/b.txt'));
    for (const scope of [home, place, evil, '/']) {
      expect((await server.told('search', needle(scope))).text).toBe(
        `Invalid argument: Path outside scope: ${scope}${hint(S, T)}`,
      );
    }
    expect((await server.told('search', needle('~'))).text).toBe(
      `Invalid argument: Path outside scope: ~${hint(S, T)}`,
    );
  });

  it('R54: QUARTET_SPOTLIGHT_ALLOW, and flags win', async () => {
    const env = { QUARTET_SPOTLIGHT_ALLOW: [S, T].join(delimiter), HOME: home };
    const server = spotlightServer([], env);
    for (const scope of [S, T]) expect(await server.found('search', needle(scope))).not.toEqual([]);
    expect((await server.told('search', needle(home))).isError).toBe(true);
    const narrower = spotlightServer(['--allow', T], env);
    expect((await narrower.told('search', needle(S))).isError).toBe(true);
  });

  it('R54: --allow / allows everything', async () => {
    const server = spotlightServer(['--allow', '/'], { HOME: home });
    for (const scope of [S, T, evil]) expect(await server.found('search', needle(scope))).not.toEqual([]);
    expect(await server.told('get_metadata', { path: '/' })).toMatchObject({ isError: false });
  });

  it('R54: with other flags beside it, read by the parser', async () => {
    const server = new SpotlightServer([
      '--allow',
      S,
      '--log-level',
      'off',
      '--allow',
      T,
      '--no-watch',
      '--budget',
      '5000',
    ]);
    expect(await server.found('search', needle(T))).toEqual(at('T/d.txt'));
    expect(await server.found('search', needle(S))).toHaveLength(2);
    expect((await server.process.end()).code).toBe(0);
  });

  it.each([
    [['--allow', join(place, 'none')]],
    [['--allow', join(S, 'a.txt', 'x')]],
    [['--allow', S, '--budget', '0']],
    [['--allow', S, '--engine', 'locate']],
  ])('%j: exit 1 before any handshake', async (args) => {
    const { code, stdout, stderr } = await runSpotlight(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    // A line of the log may come before it.
    expect(stderr).toMatch(/^quartet: --(allow|budget|engine) .*\nSee quartet spotlight --help\.\n/m);
  });

  it('--version says who it is', async () => {
    expect((await runSpotlight(['--version'])).stdout).toMatch(/^spotlight-mcp \d+\.\d+\.\d+\n$/);
  });
});

describe('R49, R50: resolved first, then compared', () => {
  const server = spotlightServer(['--allow', S]);

  it('R50: a sibling with the same beginning is outside', async () => {
    expect((await server.told('search', needle(evil))).text).toBe(
      `Invalid argument: Path outside scope: ${evil}${hint(S)}`,
    );
    expect((await server.told('get_metadata', { path: join(evil, 'c.txt') })).isError).toBe(true);
  });

  it('R49: a scope that is a link inside is searched where it leads', async () => {
    expect(await server.found('search', needle(join(S, 'shortcut')))).toEqual(at('S/sub/b.txt'));
  });

  it('R49: the allowed directory itself may be reached through a link', async () => {
    const link = join(temporaryFolder(), 'link');
    symlinkSync(S, link);
    expect(await server.found('search', needle(join(link, 'sub')))).toEqual(at('S/sub/b.txt'));
    expect(await spotlightServer(['--allow', link]).found('search', needle(S))).toHaveLength(2);
  });

  it('R14: dots and slashes are put in order first', async () => {
    expect(await server.found('search', needle(`${S}//sub/../sub/.`))).toEqual(at('S/sub/b.txt'));
    expect((await server.told('search', needle(`${S}/../T`))).text).toBe(
      `Invalid argument: Path outside scope: ${T}${hint(S)}`,
    );
  });

  it('E11: links that lead outside are refused without telling where they lead', async () => {
    for (const scope of [join(S, 'door'), join(S, 'door', '.'), join(S, 'door', 'none')]) {
      const { text, isError } = await server.told('search', needle(scope));
      expect({ text, isError }).toEqual({
        text: `Invalid argument: Path outside scope: ${scope}${hint(S)}`,
        isError: true,
      });
    }
    symlinkSync(join(T, 'nothing'), join(S, 'dangling'));
    for (const path of [join(S, 'window'), join(S, 'door', 'd.txt'), join(S, 'dangling')]) {
      const { text } = await server.told('get_metadata', { path });
      expect(text).toBe(`Invalid argument: Path outside scope: ${path}${hint(S)}`);
    }
  });

  it('E11: what is outside is refused whether it exists or not', async () => {
    mkdirSync(join(T, 'exists'));
    for (const name of ['exists', 'does-not']) {
      const path = join(T, name);
      expect((await server.told('get_metadata', { path })).text).toBe(
        `Invalid argument: Path outside scope: ${path}${hint(S)}`,
      );
      expect((await server.told('search', needle(path))).text).toBe(
        `Invalid argument: Path outside scope: ${path}${hint(S)}`,
      );
    }
  });
});
