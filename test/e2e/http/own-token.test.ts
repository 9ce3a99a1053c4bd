import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { HELLO, ServeProcess } from '../../harness/http-server.ts';
import { CTRL_C, HAS_TERMINAL, TerminalProcess } from '../../harness/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'quartet-own-token-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const env = { XDG_DATA_HOME: folder };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const kept = () => readFileSync(join(folder, 'quartet', 'token'), 'utf8').split(' ')[1] ?? '';

describe('--token auto', () => {
  it('makes a token once, asks for it, and shows it to no pipe and no log', async () => {
    const first = await ServeProcess.start(['--token', 'auto'], env);
    const token = kept();
    expect(statSync(join(folder, 'quartet', 'token')).mode & 0o777).toBe(0o600);
    expect((await first.post('/mcp', HELLO)).status).toBe(401);
    expect((await first.post('/mcp', HELLO, bearer(token))).status).toBe(200);
    const found = await first.call('/mcp/spotlight', 'recent_files', { scope: '/tmp' }, bearer(token));
    expect(found.status).toBe(200);
    await first.stop();
    expect(`${first.stdout}${first.stderr}`).not.toContain(token);

    const second = await ServeProcess.start([], { ...env, QUARTET_TOKEN: 'auto' });
    expect((await second.post('/mcp', HELLO, bearer(token))).status).toBe(200);
    await second.stop();
  });

  // A terminal is made by util-linux's `script`; without it there is none to look at.
  it.skipIf(!HAS_TERMINAL)('prints a link with the token on a terminal', async () => {
    const args = ['serve', '--token', 'auto', '--port', '0', '--root', join(folder, 'library'), '--log-level', 'off'];
    const server = new TerminalProcess(args, env);
    await server.until('#token=');
    server.type(CTRL_C);
    await server.ended;
    expect(server.said).toMatch(/\n {2}http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}\n/);
    expect(server.said).toContain(kept());
  });
});

describe('a token file', () => {
  const file = join(folder, 'tokens');
  const ann = 'ann-token-0123456789';
  const bob = 'bob-token-0123456789';
  const write = (text: string, mode = 0o600) => {
    rmSync(file, { force: true });
    writeFileSync(file, text, { mode });
  };
  const status = async (server: ServeProcess, token: string) =>
    (await server.post('/mcp', HELLO, bearer(token))).status;

  it('is read again on SIGHUP; a mistake in it changes nothing', async () => {
    write(`ann ${ann} *`);
    const server = await ServeProcess.start(['--token-file', file]);
    expect([await status(server, ann), await status(server, bob)]).toEqual([200, 401]);
    write(`bob ${bob} *`);
    server.child.kill('SIGHUP');
    await expect.poll(() => server.stderr).toContain('the tokens were read again');
    expect([await status(server, ann), await status(server, bob)]).toEqual([401, 200]);
    write(`bob short *`);
    server.child.kill('SIGHUP');
    await expect.poll(() => server.stderr).toContain('the old ones are still used');
    rmSync(file);
    server.child.kill('SIGHUP');
    await expect.poll(() => server.stderr).toContain('ENOENT');
    expect(await status(server, bob)).toBe(200);
    expect(server.stderr).not.toContain(bob);
    expect(await server.stop()).toBe(0);
  });

  it.each([
    [0o600, false],
    [0o640, true],
    [0o604, true],
  ])('with mode %o: a warning that others can read it: %s', async (mode, warns) => {
    write(`ann ${ann} *`, mode);
    const server = await ServeProcess.start(['--token-file', file]);
    await status(server, ann);
    await server.stop();
    expect(server.stderr.includes('other accounts can read the token file')).toBe(warns);
  });
});
