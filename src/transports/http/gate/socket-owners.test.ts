import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { endianness, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Ends, SocketOwners } from './socket-owners.ts';

const HEADER = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
const folder = mkdtempSync(join(tmpdir(), 'quartet-owners-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let tables = 0;
function table(...rows: string[]): string {
  const path = join(folder, `tcp-${tables++}`);
  writeFileSync(path, `${[HEADER, ...rows].join('\n')}\n`);
  return path;
}

let row = 0;
const line = (from: string, to: string, uid: number, inode = 4711, state = '01') =>
  `${String(row++).padStart(4)}: ${from} ${to} ${state} 00000000:00000000 00:00000000 00000000 ${String(uid).padStart(5)}        0 ${inode} 1 0000000000000000 20 0 0 10 -1`;

const connection = (port: number, from = '127.0.0.1', to = '127.0.0.1'): Ends => ({
  from: [from, port],
  to: [to, 8000],
});

// The tables show words of the machine, so these rows are those of a little-endian one.
describe.skipIf(endianness() === 'BE')('the owner of a connection', () => {
  it('is that of the end which connected, not of ours', async () => {
    const path = table(line('0100007F:1F40', '0100007F:C001', 1), line('0100007F:C001', '0100007F:1F40', 1000));
    expect(await new SocketOwners([path]).ownerOf(connection(0xc001))).toBe(1000);
  });

  it('is not that of the same port at another address', async () => {
    const path = table(line('0200007F:C001', '0100007F:1F40', 7), line('0100007F:C001', '0200007F:1F40', 8));
    expect(await new SocketOwners([path]).ownerOf(connection(0xc001))).toBeUndefined();
    expect(await new SocketOwners([path]).ownerOf(connection(0xc001, '127.0.0.2'))).toBe(7);
  });

  it('is not told by a socket that its process has closed: it says 0, whichever account had it', async () => {
    const path = table(line('0100007F:C001', '0100007F:1F40', 0, 0, '06'));
    expect(await new SocketOwners([path]).ownerOf(connection(0xc001))).toBeUndefined();
  });

  it('is found among the sockets of IPv6, mapped or not', async () => {
    const mapped = (end: string) => `0000000000000000FFFF0000${end}`;
    const one = '00000000000000000000000001000000';
    const path = table(
      line(mapped('0100007F:C001'), mapped('0100007F:1F40'), 1001),
      line(`${one}:C002`, `${one}:1F40`, 1002),
    );
    const owners = new SocketOwners([table(), path]);
    expect(await owners.ownerOf(connection(0xc001))).toBe(1001);
    expect(await owners.ownerOf(connection(0xc001, '::ffff:127.0.0.1', '::ffff:127.0.0.1'))).toBe(1001);
    expect(await owners.ownerOf(connection(0xc002, '::1', '::1'))).toBe(1002);
  });

  it('is found for many at once, wherever a piece of the table ends', async () => {
    const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0');
    const ports = Array.from({ length: 3000 }, (_, n) => 20_000 + n);
    const path = table(...ports.map((port) => line(`0100007F:${hex(port)}`, '0100007F:1F40', port)));
    const owners = new SocketOwners([path]);
    expect(await Promise.all(ports.map((port) => owners.ownerOf(connection(port))))).toEqual(ports);
  });

  it('is unknown where there are no tables, and for addresses that are not of this machine', async () => {
    expect(await new SocketOwners([join(folder, 'none')]).ownerOf(connection(0xc001))).toBeUndefined();
    expect(await new SocketOwners([table()]).ownerOf({ from: [undefined, undefined], to: ['::1', 1] })).toBeUndefined();
    expect(await new SocketOwners([table()]).ownerOf(connection(1, '2001:db8::1', '::1'))).toBeUndefined();
  });
});
