import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';
import { HELLO } from '../../harness/http-server.ts';
import type { Attack, Target } from './attack.ts';
import { lingering } from './floods.ts';

const ISSUER = 'https://issuer.example.com';
const AUDIENCE = 'https://mcp.example.com/mcp';
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Tokens that the authorization server did sign, but not for this. */
const ODD: [what: string, claims: JWTPayload, typ?: string][] = [
  ['for another service as well', { aud: [AUDIENCE, 'https://other.example.com'] }],
  ['for another service', { aud: 'https://other.example.com' }],
  ['for nobody', { aud: undefined }],
  ['that says who somebody is', {}, 'id_token+jwt'],
  ['that ends a session', {}, 'logout+jwt'],
  ['that shows a key', {}, 'dpop+jwt'],
  ['that is bound to a key', { cnf: { jkt: 'x' } }],
  ['without an end', { exp: undefined }],
];

export const oddTokens: Attack = {
  over: 'http',
  rule: 'signed tokens that were made for something else, and requests for two hosts, are refused',
  async prepare() {
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }];
    const authority = createServer((_, response) => response.end(JSON.stringify({ keys }))).listen(0, '127.0.0.1');
    await new Promise((resolve) => authority.once('listening', resolve));
    const { port } = authority.address() as AddressInfo;
    const whom = ['--issuer', ISSUER, '--audience', AUDIENCE, '--jwks-url', `http://127.0.0.1:${port}/jwks`];
    return { options: [...whom, '--wrong-tokens', '0'], end: () => void authority.close() };
  },
  async run(target) {
    if ((await statusFor(target, {})) !== 200) throw new Error('a good token was refused');
    for (let round = target.times(50); round > 0; round--) {
      for (const [what, claims, typ] of ODD) {
        const status = await statusFor(target, claims, typ);
        if (status !== 401) throw new Error(`a token ${what} was answered with ${status}`);
      }
    }
    await hostsAreRefused(target);
  },
};

async function statusFor({ server }: Target, claims: JWTPayload, typ = 'at+jwt'): Promise<number> {
  const exp = Math.floor(Date.now() / 1000) + 300;
  const payload = {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: 'ann',
    scope: 'tools:call',
    exp,
    jti: crypto.randomUUID(),
    ...claims,
  };
  const token = await new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'one', typ }).sign(privateKey);
  const { status } = await server.call('/mcp', 'add', { a: 1, b: 1 }, { authorization: `Bearer ${token}` });
  return status;
}

async function hostsAreRefused({ server, headers }: Target): Promise<void> {
  const body = JSON.stringify(HELLO);
  const ours = `Authorization: ${headers.authorization}\r\nContent-Type: application/json\r\nConnection: close\r\n`;
  for (const hosts of [
    'Host: localhost\r\nHost: evil.example.com\r\n',
    'Host: evil.example.com\r\nHost: localhost\r\n',
  ]) {
    const [socket] = lingering(
      server,
      1,
      `POST /mcp HTTP/1.1\r\n${hosts}${ours}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    const said = socket === undefined ? '' : await text(socket);
    if (!said.startsWith('HTTP/1.1 400 ')) throw new Error(`two hosts were answered with ${said.slice(0, 100)}`);
  }
}
