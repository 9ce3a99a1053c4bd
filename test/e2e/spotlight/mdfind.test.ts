import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { StandInSpotlight } from '../../../src/engines/filesearch/mdfind/testing/spotlight.ts';
import { temporaryFolder } from '../../../src/engines/filesearch/testing/folders.ts';
import { spotlightServer } from '../../harness/spotlight-server.ts';

const spotlight = new StandInSpotlight();
const { scope } = spotlight;
const PATH = process.env.PATH ?? '';
afterAll(() => spotlight.close());

describe('the engine that asks Spotlight, in the real server', () => {
  const server = spotlightServer(['--allow', scope, '--engine', 'mdfind'], { PATH });

  it('looks at what mdfind names before it tells: gone, changed, outside and left-out files do not count', async () => {
    const outside = join(temporaryFolder({ 'secret.txt': 'a café elsewhere' }), 'secret.txt');
    const named = [
      spotlight.file('menu.txt', 'Un CAFÉ noir'),
      spotlight.file('café.md', 'nothing else'),
      spotlight.file('stale.txt', 'was about coffee once'),
      spotlight.file('gone.txt', 'café'),
      spotlight.file('node_modules/x/menu.txt', 'café'),
      spotlight.file('.hidden/menu.txt', 'café'),
      outside,
    ];
    rmSync(join(scope, 'gone.txt'));
    symlinkSync(outside, join(scope, 'link.txt'));
    spotlight.names([...named, join(scope, 'link.txt')]);
    const { text, summary } = await server.told('search', { query: 'cafe', scope });
    const paths = (JSON.parse(text) as { _path: string }[]).map(({ _path }) => _path);
    expect(paths).toEqual([join(scope, 'café.md'), join(scope, 'menu.txt')]);
    expect(summary).toMatchObject({ engine: 'mdfind', truncated: false });
    expect(spotlight.called('mdfind')).toEqual(['-0', '-onlyin', scope, expect.stringContaining('"*cafe*"cd')]);
  });

  it('lists kinds by Spotlight’s word and our table', async () => {
    spotlight.names([spotlight.file('code.ts', 'const x = 1;'), spotlight.file('menu.txt', 'Un CAFÉ noir')]);
    expect(await server.found('search_by_kind', { kind: 'code', scope })).toEqual([join(scope, 'code.ts')]);
  });

  it('looks for itself where Spotlight has no index, and says so', async () => {
    spotlight.program('mdutil', 'console.log(process.argv[3] + ":\\n\\tIndexing disabled.");');
    const other = spotlightServer(['--allow', scope, '--engine', 'mdfind'], { PATH });
    const { text, summary } = await other.told('search', { query: 'café', scope });
    expect(JSON.parse(text)).toHaveLength(2);
    expect(summary).toMatchObject({ engine: 'portable', note: expect.stringContaining('Spotlight') });
  });
});
