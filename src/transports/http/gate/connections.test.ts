import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { Connections } from './connections.ts';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** A server that lets so many connections of an address in, and a way to connect to it from an address. */
async function serving(most: number, isProxy: (address: string) => boolean = () => false) {
  const connections = new Connections(most, isProxy);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    connections.add(socket);
    if (!socket.destroyed) socket.write('in');
  }).listen(0, '127.0.0.1');
  open.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const from = (localAddress: string) =>
    new Promise<Socket | 'closed'>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      open.push({ close: () => socket.destroy() });
      socket.once('data', () => resolve(socket));
      socket.on('error', () => {}).once('close', () => resolve('closed'));
    });
  return { connections, from };
}

it.runIf(process.platform === 'linux')('one address has its share of connections, and others theirs', async () => {
  const { connections, from } = await serving(3);
  const first = await from('127.0.0.1');
  for (let more = 0; more < 2; more++) expect(await from('127.0.0.1')).not.toBe('closed');
  expect(await from('127.0.0.1')).toBe('closed');
  expect(await from('127.0.0.2')).not.toBe('closed');
  expect([connections.sockets.size, connections.refused]).toEqual([4, 1]);
  (first as Socket).destroy();
  await expect.poll(() => connections.sockets.size).toBe(3);
  expect(await from('127.0.0.1')).not.toBe('closed');
});

it('behind a proxy are many', async () => {
  const { connections, from } = await serving(1, (address) => address === '127.0.0.1');
  for (let more = 0; more < 3; more++) expect(await from('127.0.0.1')).not.toBe('closed');
  expect(connections.refused).toBe(0);
});
