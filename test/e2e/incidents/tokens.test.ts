// Tokens. The comment above a test says what the incident was; docs/security.md is made from both.
import { SignJWT } from 'jose';
import { expect, it, onTestFinished } from 'vitest';
import { HELLO, ServeProcess } from '../../harness/http-server.ts';
import { SigningKeys } from '../../harness/signing-keys.ts';

const ISSUER = 'https://issuer.example.com';
const OURS = 'https://mcp.example.com/mcp';
const OTHER = 'https://other.example.com';

/** Libraries for JWT ask only whether a server is among the audiences of a token, so that any other service that gets the token can use it there. */
it('JWT-AUDIENCE: a token that is for other services too is refused, unless these are allowed by name', async () => {
  const keys = new SigningKeys();
  const key = await keys.add('first');
  const options = ['--issuer', ISSUER, '--audience', OURS, '--jwks-url', keys.url, '--wrong-tokens', '0'];
  const strict = await ServeProcess.start(options);
  const named = await ServeProcess.start([...options, '--other-audiences', `account,${OTHER}`]);
  onTestFinished(async () => {
    await Promise.all([strict.stop(), named.stop()]);
    keys.close();
  });
  const statuses = async (aud: unknown) => {
    const claims = { iss: ISSUER, aud: aud as string[], sub: 'ann', scope: 'tools:call' };
    const signing = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'first' }).setExpirationTime('5m');
    const headers = { authorization: `Bearer ${await signing.sign(key)}` };
    return Promise.all([strict, named].map(async (server) => (await server.post('/mcp', HELLO, headers)).status));
  };
  expect(await statuses(OURS)).toEqual([200, 200]);
  expect(await statuses([OURS])).toEqual([200, 200]);
  expect(await statuses([OURS, OTHER])).toEqual([401, 200]);
  expect(await statuses([OTHER, OURS, 'account'])).toEqual([401, 200]);
  expect(await statuses([OURS, OTHER, 'https://third.example.com'])).toEqual([401, 401]);
  expect(await statuses([OURS, `${OTHER}/`])).toEqual([401, 401]);
  expect(await statuses(OTHER)).toEqual([401, 401]);
  expect(await statuses([`${OURS}/..`])).toEqual([401, 401]);
  expect(await statuses([OURS, '*'])).toEqual([401, 401]);
});
