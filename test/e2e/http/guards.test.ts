import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HELLO, JSON_HEADERS, ServeProcess } from '../../harness/http-server.ts';

const TOKENS = [
  'reader reader-token-0123456789 fs:read',
  'caller caller-token-0123456789 tools:call',
  'finder finder-token-0123456789 files:read',
  'root root-token-0123456789 *',
].join(';');
const bearer = (name: string) => ({ authorization: `Bearer ${name}-token-0123456789` });

describe('where it listens', () => {
  it.each(['0.0.0.0', '::', '192.0.2.1'])('refuses to bind %s without tokens', async (host) => {
    const [code, why] = await ServeProcess.refused(['--host', host]);
    expect([code, why]).toEqual([2, expect.stringContaining('needs tokens')]);
  });

  it.each([
    ['--public-url', 'https://mcp.example.com'],
    ['--allowed-host', 'mcp.example.com'],
  ])('refuses %s %s without tokens, on loopback too', async (...args) => {
    const [code, why] = await ServeProcess.refused(args);
    expect([code, why]).toEqual([2, expect.stringContaining(`With ${args[0]} others can reach the server`)]);
  });

  it('binds 127.0.0.1 by default', async () => {
    const server = await ServeProcess.start();
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await server.stop()).toBe(0);
  });

  it('warns that its addresses will not reach far', async () => {
    const server = await ServeProcess.start(['--host', '0.0.0.0'], { QUARTET_TOKENS: TOKENS });
    await expect.poll(() => server.stderr).toContain('without --public-url');
    await server.stop();
  });

  it('shows the files of the machine to others only when told by name', async () => {
    const list = (server: ServeProcess) =>
      server.post('/mcp/spotlight', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, bearer('root'));
    for (const [args, status] of [
      [['--host', '0.0.0.0'], 404],
      [['--host', '0.0.0.0', '--toolsets', 'cobol,spotlight'], 200],
      [['--public-url', 'https://mcp.example.com'], 404],
      [['--allowed-host', 'mcp.example.com'], 404],
      [['--allowed-host', 'mcp.example.com', '--toolsets', 'cobol,spotlight'], 200],
      [[], 200],
    ] as const) {
      const server = await ServeProcess.start([...args], { QUARTET_TOKENS: TOKENS });
      server.url = server.url.replace('0.0.0.0', '127.0.0.1');
      expect((await list(server)).status).toBe(status);
      await server.stop();
    }
  });

  it('says clearly that a port is taken', async () => {
    const server = await ServeProcess.start();
    const port = new URL(server.url).port;
    const [code, why] = await ServeProcess.refused(['--port', port]);
    expect([code, why]).toEqual([1, expect.stringContaining('EADDRINUSE')]);
    await server.stop();
  });

  it.each([
    [['--port', 'x'], '--port (QUARTET_PORT) must be a whole number, 0 to 65535.'],
    [['--issuer', 'https://issuer.example.com'], 'belong together'],
    [['--public-url', 'ftp://x'], 'must be an address'],
    [['--allowed-origin', 'https://a.example.com/path'], 'is no origin'],
    [['--token-file', '/does/not/exist'], 'cannot be read (ENOENT)'],
    [['--clock-skew', '61', '--jwks-url', 'https://x.example.com', '--issuer', 'i', '--audience', 'a'], '0 to 60'],
    [['--jwks-url', 'http://x.example.com', '--issuer', 'i', '--audience', 'a'], 'must begin with https://'],
  ])('%j is refused', async (args, why) => {
    expect(await ServeProcess.refused(args)).toEqual([2, expect.stringContaining(why)]);
  });

  it.each([
    ['short x fs:read', 'shorter than 16'],
    ['name long-enough-token-123', 'has no scopes'],
    ['system long-enough-token-123 fs:read', 'not "system"'],
    ['a long-enough-token-123 fs:read;a long-enough-token-124 fs:read', 'used twice'],
    ['# nothing', 'holds no token'],
  ])('the tokens %j are refused, and not shown', async (tokens, why) => {
    const [code, said] = await ServeProcess.refused([], { QUARTET_TOKENS: tokens });
    expect([code, said]).toEqual([1, expect.stringContaining(why)]);
    expect(said).not.toContain('long-enough');
  });
});

describe.each([
  ['127.0.0.1', {}],
  ['127.0.0.1', { QUARTET_TOKENS: TOKENS }],
  ['0.0.0.0', { QUARTET_TOKENS: TOKENS, QUARTET_PUBLIC_URL: 'https://mcp.example.com' }],
] as const)('Host × Origin × token × scope, bound to %s with %j', (host, env) => {
  const withTokens = 'QUARTET_TOKENS' in env;
  const isLocal = !withTokens;
  const isPublic = host === '0.0.0.0';
  let server: ServeProcess;
  beforeAll(async () => {
    server = await ServeProcess.start(
      [
        '--host',
        host,
        '--allowed-origin',
        'https://app.example.com',
        ...(isLocal ? [] : ['--allowed-host', 'also.example.com', '--toolsets', 'cobol,books,spotlight']),
      ],
      env,
    );
    server.url = server.url.replace('0.0.0.0', '127.0.0.1');
  });
  afterAll(() => server.stop());

  const hosts: [string, boolean][] = [
    ['localhost', true],
    ['127.0.0.1:1', true],
    ['[::1]:80', true],
    ['also.example.com', !isLocal],
    ['mcp.example.com', isPublic],
    ['evil.example.com', false],
    ['localhost.evil.example.com', false],
    ['10.0.0.1', false],
  ];
  const origins: [string | undefined, boolean][] = [
    [undefined, true],
    ['http://localhost:3000', isLocal],
    ['http://127.0.0.1', isLocal],
    ['https://app.example.com', true],
    ['https://mcp.example.com', isPublic],
    ['http://app.example.com', false],
    ['https://evil.example.com', false],
    ['null', false],
    ['nonsense', false],
  ];
  const tokens: [string | undefined, string, number][] = [
    [undefined, 'add', withTokens ? 401 : 200],
    ['reader', 'add', withTokens ? 403 : 200],
    ['caller', 'add', 200],
    ['caller', 'list_books', withTokens ? 403 : 200],
    ['reader', 'list_books', 200],
    ['root', 'add', 200],
    ['reader', 'recent_files', withTokens ? 403 : 200],
    ['caller', 'recent_files', withTokens ? 403 : 200],
    ['finder', 'recent_files', 200],
    ['finder', 'list_books', withTokens ? 403 : 200],
    ['nobody', 'add', withTokens ? 401 : 200],
  ];

  it('every combination has the right status', async () => {
    const wrong: string[] = [];
    for (const [name, hostIsGood] of hosts) {
      for (const [origin, originIsGood] of origins) {
        for (const [token, tool, status] of tokens) {
          const headers = {
            host: name,
            ...(origin !== undefined && { origin }),
            ...(token !== undefined && bearer(token)),
          };
          const reply = await server.call('/mcp', tool, tool === 'add' ? { a: 1, b: 2 } : {}, headers);
          const wanted = !hostIsGood || !originIsGood ? 403 : status;
          if (reply.status !== wanted) {
            wrong.push(`${name} ${origin} ${token} ${tool}: ${reply.status}, not ${wanted} ${reply.text}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('a page of an allowed origin may ask first and read the answer; others may not', async () => {
    const ask = (origin: string) =>
      server.send('/mcp', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-headers': 'mcp-session-id' },
      });
    const allowed = await ask('https://app.example.com');
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([204, 'https://app.example.com']);
    expect((await ask('https://evil.example.com')).status).toBe(403);
  });
});

describe('what a client sends', () => {
  let server: ServeProcess;
  beforeAll(async () => {
    server = await ServeProcess.start(['--header-timeout', '1', '--request-timeout', '2']);
  });
  afterAll(() => server.stop());

  const large = (bytes: number) =>
    JSON.stringify({ ...HELLO, params: { ...HELLO.params, filling: 'x'.repeat(bytes) } });

  it.each(['/mcp', '/mcp/cobol', '/mcp/books'])('5 MB to %s are too much', async (path) => {
    expect((await server.post(path, large(5_000_000))).status).toBe(413);
    expect((await server.post(path, large(4_000_000))).status).toBe(200);
  });

  it('5 MB in chunks, without saying so, are too much', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(
      'POST /mcp/cobol HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const answer = answerOf(socket);
    for (let sent = 0; sent < 80; sent++) socket.write(chunk);
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('upload_asset may have its 10 MiB, and nothing else may', async () => {
    const upload = {
      book_id: 'pictures',
      asset_type: 'img',
      filename: 'a.png',
      binary_data: 'A'.repeat(10 * 1024 * 1024),
    };
    const good = await server.call('/mcp/books', 'upload_asset', upload);
    expect([good.status, good.json.result.isError]).toEqual([200, undefined]);
    expect((await server.call('/mcp/books', 'read_content', upload)).status).toBe(413);
    const tooLarge = await server.call('/mcp/books', 'upload_asset', {
      ...upload,
      binary_data: 'A'.repeat(16_000_000),
    });
    expect(tooLarge.status).toBe(413);
  });

  it('oversize headers are refused', async () => {
    expect((await server.post('/mcp', HELLO, { 'x-filling': 'x'.repeat(20_000) })).status).toBe(431);
  });

  it('who sends its headers or its body drop by drop is cut off', async () => {
    const { port } = new URL(server.url);
    const dripping = async (start: string) => {
      const socket = connect(Number(port), '127.0.0.1');
      const answer = answerOf(socket);
      socket.write(start);
      const drip = setInterval(() => socket.write('a'), 100);
      const said = await answer;
      clearInterval(drip);
      return said;
    };
    const [headers, body] = await Promise.all([
      dripping('POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
      dripping(`POST /mcp HTTP/1.1\r\nHost: localhost\r\n${asLines(JSON_HEADERS)}Content-Length: 5000\r\n\r\n{`),
    ]);
    expect(headers).toMatch(/^HTTP\/1\.1 408 /);
    expect(body).toMatch(/^HTTP\/1\.1 408 |^$/);
    expect((await server.post('/mcp', HELLO)).status).toBe(200);
  });
});

/** All that comes back until the server closes the connection. */
function answerOf(socket: ReturnType<typeof connect>): Promise<string> {
  let said = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  socket.on('error', () => {});
  return new Promise((resolve) => socket.on('close', () => resolve(said)));
}

function asLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}
