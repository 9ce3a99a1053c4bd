import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { answeringServer, ask } from '../testing/answering-server.ts';
import { ClientAddresses, Guards, isNetwork, neighbourhoodOf } from './guards.ts';

const addressOf = (remoteAddress: string, forwarded: string | undefined, ...trusted: string[]) => {
  const incoming = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } };
  return new ClientAddresses(trusted, () => {}).of(incoming as unknown as IncomingMessage);
};

it.each([
  ['192.0.2.1', undefined, [], '192.0.2.1'],
  ['::ffff:192.0.2.1', undefined, [], '192.0.2.1'],
  // A proxy that was not named is not believed.
  ['192.0.2.1', '203.0.113.9', [], '192.0.2.1'],
  ['192.0.2.1', '203.0.113.9', ['192.0.2.2'], '192.0.2.1'],
  ['192.0.2.1', '203.0.113.9', ['192.0.2.1'], '203.0.113.9'],
  ['::ffff:192.0.2.1', '203.0.113.9', ['192.0.2.0/24'], '203.0.113.9'],
  ['::1', '2001:db8::9', ['::1'], '2001:db8::9'],
  ['192.0.2.1', '[2001:db8::9]:4711', ['192.0.2.1'], '2001:db8::9'],
  ['192.0.2.1', '203.0.113.9:4711', ['192.0.2.1'], '203.0.113.9'],
  // What a client claims stands before what the proxy has seen.
  ['192.0.2.1', '10.9.9.9, 203.0.113.9', ['192.0.2.1'], '203.0.113.9'],
  ['192.0.2.1', '10.9.9.9, 203.0.113.9, 192.0.2.7', ['192.0.2.0/24'], '203.0.113.9'],
  ['192.0.2.1', 'nonsense', ['192.0.2.1'], '192.0.2.1'],
  ['192.0.2.1', '203.0.113.9, nonsense', ['192.0.2.1'], '192.0.2.1'],
  ['192.0.2.1', '', ['192.0.2.1'], '192.0.2.1'],
] as const)('a connection of %s that says %s, with %j trusted, is of %s', (remote, forwarded, trusted, wanted) => {
  expect(addressOf(remote, forwarded, ...trusted)).toBe(wanted);
});

it('a proxy that nobody trusts is told of once', () => {
  const told: string[] = [];
  const addresses = new ClientAddresses([], (proxy) => told.push(proxy));
  const incoming = { socket: { remoteAddress: '192.0.2.1' }, headers: { 'x-forwarded-for': '203.0.113.9' } };
  for (let n = 0; n < 3; n++) addresses.of(incoming as unknown as IncomingMessage);
  expect(told).toEqual(['192.0.2.1']);
});

it.each([
  ['10.0.0.0/8', true],
  ['127.0.0.1', true],
  ['::1', true],
  ['fd00::/8', true],
  ['10.0.0.0/33', false],
  ['::/129', false],
  ['10.0.0.0/8/8', false],
  ['proxy.example.com', false],
  ['', false],
])('%s is an address or a network: %s', (text, wanted) => expect(isNetwork(text)).toBe(wanted));

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::5:6', '2001:db8:0:0::/64'],
  ['1::3:4:5:6:7:8', '1:0:3:4::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the neighbourhood of %s is %s', (address, wanted) => expect(neighbourhoodOf(address)).toBe(wanted));

describe('pages that may use the server', () => {
  const NAME = 'mcp.example.com';
  const served = { localOnly: false, allowedHosts: [NAME], allowedOrigins: ['https://app.example.com'] };
  const statusOf = async (hasPage: boolean, host: string, origin: string) => {
    const guards = new Guards({ ...served, hasPage });
    const url = await answeringServer((context) => guards.refusal(context) ?? context.empty(204));
    return (await ask(url, { headers: { host, origin } })).status;
  };

  it.each([
    [NAME, `https://${NAME}`, 204, 403],
    [NAME, `http://${NAME}`, 204, 403],
    [`${NAME}:8000`, `http://${NAME}:8000`, 204, 403],
    // Another port is another page.
    [`${NAME}:8000`, `http://${NAME}:9000`, 403, 403],
    [`${NAME}:8000`, `http://${NAME}`, 403, 403],
    [NAME, 'https://evil.example.com', 403, 403],
    [NAME, 'null', 403, 403],
    // A page cannot make its own name right by sending it as the Host too.
    ['evil.example.com', 'http://evil.example.com', 403, 403],
    [NAME, 'https://app.example.com', 204, 204],
  ])('at %s, a page of %s: %d where the server has a page, %d where it has none', async (host, origin, own, none) => {
    expect([await statusOf(true, host, origin), await statusOf(false, host, origin)]).toEqual([own, none]);
  });
});
