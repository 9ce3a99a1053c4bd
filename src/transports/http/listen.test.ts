import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { Connections } from './gate/connections.ts';
import { listen } from './listen.ts';

const options = {
  host: '127.0.0.1',
  headersTimeoutMs: 1000,
  requestTimeoutMs: 1000,
  maxConnections: 10,
  maxConnectionsPerAddress: 10,
};
const connections = () => new Connections(10, () => false);

it('takes the next free port when it may, and says so when it may not', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as AddressInfo;
  await expect(
    listen(
      () => {},
      { ...options, port, morePorts: 0 },
      connections(),
      () => {},
    ),
  ).rejects.toThrow('EADDRINUSE');
  const { server, port: next } = await listen(
    () => {},
    { ...options, port, morePorts: 100 },
    connections(),
    () => {},
  );
  expect(next).toBeGreaterThan(port);
  server.close();
  taken.close();
});
