import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../src/engines/filesearch/testing/folders.ts';
import { spotlightServer } from '../../harness/spotlight-server.ts';

const home = temporaryFolder({
  'notes/plan.py': 'token one',
  'Library/Mail/letter.py': 'token two',
  '.ssh/id_ed25519': 'token three',
  '.config/google-chrome/Default/Login.py': 'token four',
  'Library/Keychains/login.py': 'token five',
  'Library/Application Support/Firefox/Profiles/x/logins.py': 'token six',
  'snap/chromium/common/chromium/Default/Login.py': 'token seven',
  'AppData/Roaming/gcloud/credentials.py': 'token eight',
});
symlinkSync(join(home, '.ssh'), join(home, 'notes', 'keys'));
const shown = ['Library/Mail/letter.py', 'notes/plan.py'].map((path) => join(home, path));
const snippets = { 'quartet/snippets': true };

it('no search of a home shows what is hidden or lies in a place for keys and passwords', async () => {
  const server = spotlightServer([], { HOME: home });
  for (let round = 0; round < 3; round++) {
    expect((await server.found('search', { query: 'token', scope: home })).sort()).toEqual(shown);
    expect((await server.found('search', { query: 'gi', scope: home })).sort()).toEqual([]);
    expect((await server.found('search_by_kind', { kind: 'code', scope: home })).sort()).toEqual(shown);
    expect((await server.found('recent_files', { scope: home })).sort()).toEqual(shown);
  }
});

it('a key cannot be read piece by piece through snippets, neither by its place nor through a link', async () => {
  const server = spotlightServer([], { HOME: home });
  for (const place of ['.ssh', 'notes/keys', 'Library/Keychains', 'snap/chromium', 'AppData/Roaming/gcloud']) {
    const scope = join(home, place);
    const told = await server.told('search', { query: 'token', scope }, snippets);
    expect(told.isError).toBe(true);
    expect(told.text).toContain(`--allow ${scope}`);
    expect(told.text).not.toContain('three');
  }
});

it('nor does a preview show it', async () => {
  const server = spotlightServer(['--extras'], { HOME: home });
  for (const place of ['.ssh/id_ed25519', 'notes/keys/id_ed25519', 'Library/Keychains/login.py']) {
    const told = await server.told('preview_file', { path: join(home, place) });
    expect(told.isError).toBe(true);
    expect(told.text).toContain(`--allow ${join(home, place)}`);
    expect(told.text).not.toMatch(/three|five/);
  }
  expect((await server.told('preview_file', { path: join(home, 'notes/plan.py') })).text).toBe('token one');
});

it('what --allow names is searched', async () => {
  const server = spotlightServer(['--allow', home, '--allow', join(home, '.ssh')], { HOME: home });
  const scope = join(home, 'notes', 'keys');
  expect(await server.found('search', { query: 'token', scope })).toEqual([join(home, '.ssh/id_ed25519')]);
  expect((await server.found('search', { query: 'token', scope: home })).sort()).toEqual(shown);
});
