import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** A tiny forward proxy on loopback that knows both ways: absolute request lines and tunnels. */
export async function startProxy() {
  const targets: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const seen = { tunnels: 0 };
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '');
    targets.push(url.host);
    headers.push(incoming.headers);
    // A connection of its own each time: one that is kept may be closed at the moment it is used again.
    const onward = request(url, { headers: incoming.headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    onward.end();
  });
  server.on('connect', (incoming, socket) => {
    const [host = '', port] = (incoming.url ?? '').split(':');
    targets.push(incoming.url ?? '');
    headers.push(incoming.headers);
    seen.tunnels++;
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Where it was asked to go. */
    targets,
    headers,
    get tunnels() {
      return seen.tunnels;
    },
    forget() {
      targets.length = 0;
      headers.length = 0;
      seen.tunnels = 0;
    },
    close(): Promise<void> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
