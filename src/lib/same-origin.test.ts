import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { fetchWithinOrigin } from './same-origin.ts';

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${body}`.trim());
      answer(request, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const redirect = (response: ServerResponse, location: string, status = 302) =>
  response.writeHead(status, { location }).end('away');

it.each([301, 302, 303, 307, 308])('%i within the origin is followed', async (status) => {
  const { origin, asked } = await serve(({ url }, response) =>
    url === '/a' ? redirect(response, '/b?c=1', status) : response.end('here'),
  );
  const sent = { method: 'POST', body: 'x' };
  expect(await (await fetchWithinOrigin(`${origin}/a`, sent)).text()).toBe('here');
  expect(asked).toEqual(['POST /a x', status < 307 ? 'GET /b?c=1' : 'POST /b?c=1 x']);
});

it('another origin is never asked, not even another port or scheme of the same host', async () => {
  const other = await serve((_, response) => response.end('secret'));
  for (const target of [other.origin, 'https://127.0.0.1', 'file:///etc/passwd', 'data:text/plain,x']) {
    const { origin } = await serve((_, response) => redirect(response, target));
    await expect(fetchWithinOrigin(origin, {})).rejects.toThrow('only redirects within its own origin are followed');
  }
  expect(other.asked).toEqual([]);
});

it('a detour through the origin does not help', async () => {
  const other = await serve((_, response) => response.end('secret'));
  const { origin, asked } = await serve(({ url }, response) =>
    redirect(response, url === '/a' ? '/b' : `${other.origin}/there`),
  );
  await expect(fetchWithinOrigin(`${origin}/a`, {})).rejects.toThrow(`it redirects to ${other.origin}`);
  expect([asked, other.asked]).toEqual([['GET /a', 'GET /b'], []]);
});

it('a circle ends', async () => {
  const { origin, asked } = await serve((_, response) => redirect(response, '/again'));
  await expect(fetchWithinOrigin(origin, {})).rejects.toThrow('more than 10 redirects');
  expect(asked).toHaveLength(11);
});
