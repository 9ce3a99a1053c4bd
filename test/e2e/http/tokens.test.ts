import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HELLO, ServeProcess } from '../../harness/http-server.ts';
import { SigningKeys } from '../../harness/signing-keys.ts';

const ISSUER = 'https://issuer.example.com';
const AUDIENCE = 'https://mcp.example.com/mcp';

const SIGNED = ['--issuer', ISSUER, '--audience', AUDIENCE, '--log-level', 'warn'];

const keys = new SigningKeys();
let key: KeyObject;
let server: ServeProcess;

beforeAll(async () => {
  key = await keys.add('first');
  const args = [...SIGNED, '--jwks-url', keys.url, '--other-audiences', 'account', '--wrong-tokens', '0'];
  server = await ServeProcess.start([...args, '--public-url', 'https://mcp.example.com'], {
    QUARTET_TOKENS: 'script script-token-0123456789 fs:read fs:write',
  });
});
afterAll(async () => {
  await server.stop();
  keys.close();
});

const now = () => Math.floor(Date.now() / 1000);

function sign(claims: JWTPayload = {}, kid = 'first', with_ = key, typ?: string): Promise<string> {
  const payload = { iss: ISSUER, aud: AUDIENCE, sub: 'ann', exp: now() + 300, scope: 'tools:call fs:read', ...claims };
  return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid, ...(typ !== undefined && { typ }) }).sign(with_);
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function status(token: string): Promise<number> {
  return (await server.call('/mcp', 'add', { a: 1, b: 1 }, { authorization: `Bearer ${token}` })).status;
}

describe('signed tokens', () => {
  it('a good one is accepted', async () => {
    expect(await status(await sign())).toBe(200);
    expect(await status(await sign({ aud: [AUDIENCE] }))).toBe(200);
    expect(await status(await sign({ aud: ['account', AUDIENCE] }))).toBe(200);
    expect(await status(await sign({ exp: now() - 10 }))).toBe(200);
    expect(await status(await sign({ scope: undefined, scp: ['tools:call'] }))).toBe(200);
  });

  it.each<[string, JWTPayload]>([
    ['expired', { exp: now() - 61 }],
    ['not valid yet', { nbf: now() + 61 }],
    ['without an end', { exp: undefined }],
    ['for another audience', { aud: 'https://other.example.com' }],
    ['for no audience', { aud: undefined }],
    ['for another service as well', { aud: ['https://other.example.com', AUDIENCE] }],
    ['for what may stand beside us alone', { aud: 'account' }],
    ['with an audience that is no text', { aud: [AUDIENCE, 7] as unknown as string[] }],
    ['bound to a key that a bearer does not show', { cnf: { jkt: 'x' } }],
    ['of another issuer', { iss: 'https://evil.example.com' }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: ' ' }],
    ['in the name of system', { sub: 'system' }],
  ])('one %s is refused', async (_, claims) => {
    expect(await status(await sign(claims))).toBe(401);
  });

  it.each<[string | undefined, number]>([
    [undefined, 200],
    ['JWT', 200],
    ['at+jwt', 200],
    ['application/AT+JWT', 200],
    ['logout+jwt', 401],
    ['dpop+jwt', 401],
    ['id_token+jwt', 401],
    ['', 401],
  ])('one of the type %j is %i', async (typ, code) => {
    expect(await status(await sign({ jti: `type ${typ}` }, 'first', key, typ))).toBe(code);
  });

  it('with --jwt-types at+jwt nothing else will do', async () => {
    const strict = await ServeProcess.start([...SIGNED, '--jwks-url', keys.url, '--jwt-types', 'at+jwt']);
    const as = async (typ?: string) => ({ authorization: `Bearer ${await sign({}, 'first', key, typ)}` });
    expect((await strict.post('/mcp', HELLO, await as('at+jwt'))).status).toBe(200);
    expect((await strict.post('/mcp', HELLO, await as('JWT'))).status).toBe(401);
    expect((await strict.post('/mcp', HELLO, await as())).status).toBe(401);
    await strict.stop();
  });

  it('with --other-audiences * a token may be for others too', async () => {
    const open = await ServeProcess.start([...SIGNED, '--jwks-url', keys.url, '--other-audiences', '*']);
    const as = async (aud: string[]) => ({ authorization: `Bearer ${await sign({ aud })}` });
    expect((await open.post('/mcp', HELLO, await as(['https://other.example.com', AUDIENCE]))).status).toBe(200);
    expect((await open.post('/mcp', HELLO, await as(['https://other.example.com']))).status).toBe(401);
    await open.stop();
  });

  it('one that somebody else has signed is refused', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(await status(await sign({}, 'first', privateKey))).toBe(401);
  });

  it('alg none is refused', async () => {
    const payload = { iss: ISSUER, aud: AUDIENCE, sub: 'ann', exp: now() + 300, scope: 'tools:call' };
    expect(await status(`${encode({ alg: 'none' })}.${encode(payload)}.`)).toBe(401);
    expect(await status(`${encode({ alg: 'none', kid: 'first' })}.${encode(payload)}.x`)).toBe(401);
  });

  it('HS256 with the public key as the secret is refused', async () => {
    const payload = { iss: ISSUER, aud: AUDIENCE, sub: 'ann', exp: now() + 300, scope: 'tools:call' };
    const text = `${encode({ alg: 'HS256', kid: 'first' })}.${encode(payload)}`;
    for (const secret of [JSON.stringify(keys.published[0]), String(keys.published[0]?.x)]) {
      expect(await status(`${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`)).toBe(401);
    }
  });

  it('what is no token at all is refused, and costs no look at the keys', async () => {
    const before = keys.fetched;
    for (const token of ['x', 'a.b', 'a.b.c', 'x'.repeat(9000)]) expect(await status(token)).toBe(401);
    expect(keys.fetched).toBe(before);
  });

  it('a star in a signed token is not everything', async () => {
    expect(await status(await sign({ scope: '*' }))).toBe(403);
  });

  it('a new key is found, without a look for each unknown one', async () => {
    const rotated = await keys.add('second');
    // The keys have been looked at just now, so it waits before it looks again.
    await sleep(5100);
    const before = keys.fetched;
    expect(await status(await sign({}, 'second', rotated))).toBe(200);
    for (let n = 0; n < 20; n++) expect(await status(await sign({}, `unknown-${n}`, rotated))).toBe(401);
    expect(keys.fetched).toBe(before + 1);
  });

  it('no token reaches the log', async () => {
    const token = await sign({ exp: now() - 1000 });
    await status(token);
    await sleep(50);
    expect(server.stderr).toContain('ERR_JWT_EXPIRED');
    expect(server.stderr).not.toContain(token.slice(0, 30));
  });
});

describe('how a client learns where to get a token', () => {
  it('401 names the document, which names the authorization server', async () => {
    const { status: code, headers } = await server.post('/mcp/books', HELLO);
    const where = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp/books';
    expect([code, headers['www-authenticate']]).toEqual([401, `Bearer scope="fs:read", resource_metadata="${where}"`]);
    const document = await server.send(new URL(where).pathname);
    expect(document.json).toEqual({
      resource: 'https://mcp.example.com/mcp/books',
      authorization_servers: [ISSUER],
      bearer_methods_supported: ['header'],
      scopes_supported: ['tools:call', 'fs:read', 'fs:write', 'fs:admin', 'files:read', 'metrics:read'],
      resource_name: 'Quartet',
    });
    expect((await server.send('/.well-known/oauth-protected-resource')).json.resource).toBe(
      'https://mcp.example.com/mcp',
    );
  });

  it.each([
    ['/mcp', 'tools:call fs:read'],
    ['/mcp/cobol', 'tools:call'],
    ['/metrics', 'metrics:read'],
  ])('401 at %s names the scope %s', async (path, scope) => {
    const method = path === '/metrics' ? 'GET' : 'POST';
    const { status: code, headers } = await server.send(path, { method });
    expect([code, headers['www-authenticate']]).toEqual([401, expect.stringContaining(`scope="${scope}"`)]);
  });

  it('a bad token and a missing scope are told apart', async () => {
    const bad = await server.post('/mcp', HELLO, { authorization: 'Bearer nonsense' });
    expect(bad.headers['www-authenticate']).toContain('error="invalid_token", scope="tools:call fs:read"');
    const authorization = `Bearer ${await sign({ scope: 'fs:read' })}`;
    const poor = await server.call('/mcp', 'add', { a: 1, b: 1 }, { authorization });
    expect(poor.status).toBe(403);
    expect(poor.headers['www-authenticate']).toContain('error="insufficient_scope", scope="tools:call"');
    expect(poor.json).toMatchObject({ id: 1, error: { data: { code: 'FORBIDDEN', required_scope: 'tools:call' } } });
  });

  it('listing needs a token but no scope; health needs neither; metrics need a scope of their own', async () => {
    const authorization = `Bearer ${await sign({ scope: '' })}`;
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await server.post('/mcp', list, { authorization })).status).toBe(200);
    expect((await server.send('/health')).status).toBe(200);
    expect((await server.send('/ready')).status).toBe(200);
    expect((await server.send('/metrics')).status).toBe(401);
    for (const scope of ['', 'tools:call fs:admin']) {
      const poor = await server.send('/metrics', { headers: { authorization: `Bearer ${await sign({ scope })}` } });
      expect([poor.status, poor.headers['www-authenticate']]).toEqual([403, expect.stringContaining('"metrics:read"')]);
    }
    const seeing = `Bearer ${await sign({ scope: 'metrics:read' })}`;
    expect((await server.send('/metrics', { headers: { authorization: seeing } })).status).toBe(200);
  });
});

describe('books: who may do what', () => {
  const path = 'content/01-Part/01-Chapter/01-lesson.md';
  const lesson = { book_id: 'access', path };
  const as = async (scope: string, sub = 'ann') => ({ authorization: `Bearer ${await sign({ scope, sub })}` });

  it.each<[string, string, Record<string, unknown>, number]>([
    ['fs:read', 'write_content', { ...lesson, content: 'x' }, 403],
    ['fs:write', 'write_content', { ...lesson, content: 'x' }, 200],
    ['fs:write', 'read_content', lesson, 403],
    ['fs:read', 'read_content', lesson, 200],
    ['fs:admin', 'read_content', lesson, 200],
    ['fs:read', 'grep_search', { book_id: 'access', pattern: 'x', all_books: true }, 403],
    ['fs:admin', 'grep_search', { book_id: 'access', pattern: 'x', all_books: true }, 200],
    ['fs:read', 'write_content', { ...lesson, content: 'mine', user_id: 'ann' }, 200],
    ['fs:read', 'read_content', { ...lesson, user_id: 'ann' }, 200],
    ['fs:read fs:write', 'read_content', { ...lesson, user_id: 'bob' }, 403],
    ['fs:read fs:write', 'write_content', { ...lesson, content: 'x', user_id: 'bob' }, 403],
    ['fs:read fs:write', 'delete_content', { ...lesson, user_id: 'bob' }, 403],
    ['fs:read', 'delta_build', { book_id: 'access', since: '2026-01-01T00:00:00Z', user_id: 'bob' }, 403],
    ['fs:admin', 'read_content', { ...lesson, user_id: 'bob' }, 200],
    ['fs:read', 'delete_content', lesson, 403],
    ['fs:read', 'delete_content', { ...lesson, user_id: 'ann' }, 200],
    ['fs:read', 'upload_asset', { book_id: 'access', asset_type: 'img', filename: 'a.png', binary_data: 'AAAA' }, 403],
    ['tools:call', 'list_books', {}, 403],
  ])('%s: %s %j is %i', async (scope, tool, args, code) => {
    const reply = await server.call('/mcp/books', tool, args, await as(scope));
    expect([reply.status, reply.json.result?.isError]).toEqual([code, undefined]);
  });

  it('the audit log names whom the token names', async () => {
    const image = { book_id: 'access', asset_type: 'img', filename: 'by.png', binary_data: 'AAAA' };
    await server.call('/mcp/books', 'upload_asset', image, { authorization: 'Bearer script-token-0123456789' });
    const list = await server.call('/mcp/books', 'list_assets', { book_id: 'access' }, await as('fs:read'));
    expect(list.json.result.structuredContent.result[0].uploaded_by_agent_id).toBe('script');
  });

  it('a session belongs to whom opened it', async () => {
    const { headers } = await server.post('/mcp/books', HELLO, await as('fs:read', 'ann'));
    const session = { 'mcp-session-id': String(headers['mcp-session-id']) };
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await server.post('/mcp/books', ping, { ...session, ...(await as('fs:read', 'ann')) })).status).toBe(200);
    expect((await server.post('/mcp/books', ping, { ...session, ...(await as('fs:admin', 'bob')) })).status).toBe(404);
  });
});
