import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServeProcess } from '../../harness/http-server.ts';

const TOKEN = 'client-token-0123456789';
let open: ServeProcess;
let closed: ServeProcess;
beforeAll(async () => {
  open = await ServeProcess.start();
  closed = await ServeProcess.start(['--rate-limit', '10000'], { QUARTET_TOKENS: `client ${TOKEN} tools:call` });
});
afterAll(() => Promise.all([open.stop(), closed.stop()]));

describe.each([
  ['the handshake era', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const)('the official client in %s', (_, mode) => {
  const connect = async (server: ServeProcess, path: string, token?: string) => {
    const client = new Client({ name: 'quartet-test', version: '1' }, { versionNegotiation: { mode } });
    const requestInit = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}${path}`), { requestInit }));
    return client;
  };

  it('lists and calls', async () => {
    const client = await connect(open, '/mcp/cobol');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'add',
      'format_currency',
      'validate_date',
    ]);
    const result = await client.callTool({ name: 'add', arguments: { a: '0.1', b: '0.2' } });
    expect(result.structuredContent).toMatchObject({ sum: '0.3' });
    await client.close();
  });

  it('sees all toolsets at /mcp', async () => {
    const client = await connect(open, '/mcp');
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['add', 'write_content']));
    await client.close();
  });

  it('gets progress', async () => {
    const client = await connect(open, '/mcp/books');
    const path = 'content/01-Part/01-Chapter/01-lesson.md';
    await client.callTool({
      name: 'write_content',
      arguments: { book_id: `client-${mode === 'legacy' ? 'a' : 'b'}`, path, content: 'x' },
    });
    const seen: number[] = [];
    const args = { book_id: `client-${mode === 'legacy' ? 'a' : 'b'}` };
    await client.callTool(
      { name: 'get_book_archive', arguments: args },
      { onprogress: ({ progress }) => void seen.push(progress) },
    );
    expect(seen).toEqual([1]);
    await client.close();
  });

  it('needs its token', async () => {
    await expect(connect(closed, '/mcp/cobol')).rejects.toThrow();
    const client = await connect(closed, '/mcp/cobol', TOKEN);
    const sums = await Promise.all(
      Array.from({ length: 50 }, (_item, n) => client.callTool({ name: 'add', arguments: { a: n, b: 1 } })),
    );
    expect(sums.map(({ structuredContent }) => (structuredContent as { sum: string }).sum)).toEqual(
      Array.from({ length: 50 }, (_item, n) => String(n + 1)),
    );
    await client.close();
  });
});
