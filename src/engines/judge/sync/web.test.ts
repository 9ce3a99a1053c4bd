import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { NOON } from '../store/testing/problems.ts';
import { Refused } from './failure.ts';
import { Web, type WebOptions } from './web.ts';

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function redirectingTo(location: string) {
  const asked: (string | undefined)[] = [];
  const origin = await served(({ url }, response) => {
    asked.push(url);
    if (url === '/there') response.end('text');
    else response.writeHead(302, { location }).end();
  });
  return { origin, asked };
}

const web = (options: Partial<WebOptions> = {}) =>
  new Web({ gapMs: 0, now: () => NOON, sleep: async () => {}, ...options });

test('a platform may redirect within its origin', async () => {
  const { origin } = await redirectingTo('/there');
  expect(await web().text(`${origin}/here`)).toBe('text');
});

test('a redirect to another origin is refused at once, and the other is not asked', async () => {
  const other = await redirectingTo('/there');
  const { origin, asked } = await redirectingTo(`${other.origin}/there`);
  const refusal = await web()
    .text(`${origin}/here`)
    .catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refused);
  expect(String(refusal)).toContain(`/here: it redirects to ${other.origin}`);
  expect([asked, other.asked]).toEqual([['/here'], []]);
});

test('a platform gets its cookies back, within a redirect and later, until it takes them back', async () => {
  const seen: (string | undefined)[] = [];
  const listener: RequestListener = ({ url, headers: { cookie } }, response) => {
    seen.push(cookie);
    // Luogu sends those who bring no cookie to the same page again.
    if (!cookie?.includes('C3VK=a1=b')) {
      const cookies = ['C3VK=a1=b; Path=/; Max-Age=300', '__client_id=x; HttpOnly', 'old=1', 'broken'];
      response.writeHead(302, { location: url, 'set-cookie': cookies }).end();
    } else if (url === '/end') {
      const over = ['old=; Max-Age=0', '__client_id=; expires=Thu, 01 Jan 1970 00:00:00 GMT'];
      response.writeHead(200, { 'set-cookie': over }).end('ended');
    } else response.end('text');
  };
  const origin = await served(listener);
  const one = web();
  expect(await one.text(`${origin}/page`)).toBe('text');
  expect(await one.text(`${origin}/end`)).toBe('ended');
  expect(await one.text(`${origin}/page`)).toBe('text');
  expect(seen).toEqual([undefined, ...Array(2).fill('C3VK=a1=b; __client_id=x; old=1'), 'C3VK=a1=b']);
  const other = await served(({ headers: { cookie } }, response) => response.end(cookie ?? 'none'));
  expect(await one.text(`${other}/page`)).toBe('none');
});

test('platforms are asked through the proxy, but for those hosts that need none', async () => {
  const proxy = await served(({ url, headers }, response) => response.end(`${headers['user-agent']} ${url}`));
  const httpProxy = { httpProxy: proxy };
  expect(await web({ proxy: httpProxy }).text('http://platform.invalid/list')).toMatch(
    /Bot.* http:\/\/platform\.invalid\/list$/,
  );
  const direct = await served((_, response) => response.end('direct'));
  expect(await web({ proxy: { ...httpProxy, noProxy: '127.0.0.1' } }).text(direct)).toBe('direct');
  expect(await web({ proxy: { httpsProxy: proxy } }).text(direct)).toBe('direct');
});
