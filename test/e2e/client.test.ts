import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QUARTET } from '../harness/server-process.ts';

const MODES = [
  ['the handshake era', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const;

describe.each(MODES)('the official client in %s', (_, mode) => {
  const client = new Client({ name: 'quartet-test', version: '1' }, { versionNegotiation: { mode } });

  beforeEach(() => client.connect(new StdioClientTransport({ command: process.execPath, args: [QUARTET, 'cobol'] })));
  afterEach(() => client.close());

  it('lists three tools', async () => {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(['add', 'format_currency', 'validate_date']);
  });

  it('calls a tool and gets text and structure', async () => {
    const result = await client.callTool({ name: 'format_currency', arguments: { amount: 1234567.89 } });
    expect(result.isError).toBeUndefined();
    expect(result.content).toEqual([
      { type: 'text', text: '$1,234,567.89\nPICTURE $$,$$$,$$9.99, ROUNDED. One clause, no dependencies.' },
    ]);
    expect(result.structuredContent).toMatchObject({ formatted: '$1,234,567.89', picture: '$$,$$$,$$9.99' });
  });

  it('gets an unknown tool and bad arguments as results, not as protocol errors', async () => {
    const unknown = await client.callTool({ name: 'no_such_tool', arguments: {} });
    expect(unknown).toMatchObject({ isError: true, content: [{ type: 'text', text: 'Unknown tool: no_such_tool' }] });
    const invalid = await client.callTool({ name: 'add', arguments: { a: 1 } });
    expect(invalid).toMatchObject({ isError: true });
  });

  it('answers many calls at once', async () => {
    const sums = await Promise.all(
      Array.from({ length: 200 }, (_item, n) => client.callTool({ name: 'add', arguments: { a: n, b: '0.1' } })),
    );
    expect(sums.map((result) => (result.structuredContent as { sum: string }).sum)).toEqual(
      Array.from({ length: 200 }, (_item, n) => `${n}.1`),
    );
  });
});
