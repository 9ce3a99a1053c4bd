import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../src/engines/filesearch/testing/folders.ts';
import { SpotlightServer } from '../../harness/spotlight-server.ts';
import { treeOf } from '../../harness/tree.ts';

/** Everything below a folder with its bytes and its times of change. */
function stateOf(folder: string): string[] {
  const times = (readdirSync(folder, { recursive: true }) as string[]).sort().map((name) => {
    const { mtimeMs, ctimeMs, mode, size } = lstatSync(join(folder, name));
    return `${name} ${mtimeMs} ${ctimeMs} ${mode} ${size}`;
  });
  return [...treeOf(folder), ...times];
}

it('L08, R62: a whole session creates and changes no file, neither where it searches nor at home', async () => {
  const world = temporaryFolder({
    'home/notes/a.txt': 'needle',
    'home/photo.png': 'x',
    'home/.config/x': 'x',
    'cache/x': 'x',
    'data/x': 'x',
    'state/x': 'x',
    'tmp/x': 'x',
  });
  const at = (name: string) => join(world, name);
  const before = stateOf(world);
  const home = at('home');
  const server = new SpotlightServer([], {
    HOME: home,
    USERPROFILE: home,
    XDG_CACHE_HOME: at('cache'),
    XDG_DATA_HOME: at('data'),
    XDG_CONFIG_HOME: at('home/.config'),
    XDG_STATE_HOME: at('state'),
    TMPDIR: at('tmp'),
    // Newer Nodes keep the program's own compiled code in the temporary folder.
    NODE_COMPILE_CACHE: '',
    NODE_DISABLE_COMPILE_CACHE: '1',
    QUARTET_LOG: 'debug',
  });
  expect(await server.found('search', { query: 'needle', scope: home })).toEqual([at('home/notes/a.txt')]);
  expect(await server.found('search', { query: 'absent', scope: home })).toEqual([]);
  expect(await server.found('search_by_kind', { kind: 'image', scope: home })).toEqual([at('home/photo.png')]);
  expect(await server.found('recent_files', { scope: home })).toHaveLength(2);
  await server.told('get_metadata', { path: at('home/photo.png') });
  await server.told('get_metadata', { path: at('home/none') });
  expect((await server.process.end()).code).toBe(0);
  expect(stateOf(world)).toEqual(before);
});
