import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../src/engines/filesearch/testing/folders.ts';
import { VERSION } from '../../../src/version.ts';
import { INITIALIZE, QUARTET } from '../../harness/server-process.ts';
import { SpotlightServer, spotlightServer } from '../../harness/spotlight-server.ts';

const S = temporaryFolder({ 'note.txt': 'a needle in a haystack' });
const server = spotlightServer(['--allow', S]);
const list = { jsonrpc: '2.0', id: 'list', method: 'tools/list' };

async function listed() {
  const { answers } = await new SpotlightServer(['--allow', S], { QUARTET_LOG: 'off' }).process.write(list).end();
  return answers[0]?.result.tools as {
    name: string;
    description: string;
    inputSchema: {
      type: string;
      properties: Record<string, { type: string; description: string; enum?: string[] }>;
      required: string[];
    };
    annotations: Record<string, unknown>;
  }[];
}

describe('R1: the introduction', () => {
  it('R1: name, version, tools as the only capability, and instructions', async () => {
    const { answers, code } = await new SpotlightServer(['--allow', S]).process.write(INITIALIZE).end();
    expect(answers[0]?.result).toEqual({
      protocolVersion: '2025-11-25',
      capabilities: { tools: { listChanged: false } },
      serverInfo: { name: 'spotlight-mcp', title: 'File search', version: VERSION },
      instructions: expect.any(String),
    });
    const instructions = answers[0]?.result.instructions as string;
    for (const word of [
      'search',
      'get_metadata',
      'search_by_kind',
      'recent_files',
      'explicit scope',
      `Allowed: ${S}.`,
    ]) {
      expect(instructions).toContain(word);
    }
    expect(code).toBe(0);
  });
});

describe('R2, R3: the tools', () => {
  it('R2: exactly four, in this order, each described and read-only', async () => {
    const tools = await listed();
    expect(tools.map(({ name }) => name)).toEqual(['search', 'get_metadata', 'search_by_kind', 'recent_files']);
    for (const { description, inputSchema, annotations } of tools) {
      expect(inputSchema.type).toBe('object');
      expect(description.length).toBeGreaterThan(20);
      expect(annotations).toEqual({
        title: expect.any(String),
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
    }
  });

  it('R3: with these arguments and nothing more', async () => {
    const shape = (await listed()).map(({ name, inputSchema: { properties, required, ...rest } }) => [
      name,
      Object.fromEntries(
        Object.entries(properties).map(([key, property]) => [key, { ...property, description: undefined }]),
      ),
      required,
      rest,
    ]);
    const [string, integer, text] = [{ type: 'string' }, { type: ['integer', 'null'] }, { type: ['string', 'null'] }];
    const kind = { type: 'string', enum: ['document', 'image', 'video', 'audio', 'pdf', 'code'] };
    const detail = { anyOf: [{ type: 'string', enum: ['brief', 'full'] }, { type: 'null' }] };
    const view = { limit: integer, detail, cursor: text };
    const flag = { type: ['boolean', 'null'] };
    const texts = ['kind', 'since', 'until', 'name', 'min_size', 'max_size', 'in', 'tags'].map((key) => [key, text]);
    const narrowing = { ...Object.fromEntries(texts), regex: flag, syntax: flag, meaning: flag };
    const rest = { type: 'object', additionalProperties: false };
    expect(shape).toEqual([
      ['search', { query: string, scope: string, ...view, ...narrowing }, ['query', 'scope'], rest],
      ['get_metadata', { path: string, text: flag, offset: integer }, ['path'], rest],
      ['search_by_kind', { kind, scope: string, ...view }, ['kind', 'scope'], rest],
      ['recent_files', { scope: string, since: text, ...view }, ['scope'], rest],
    ]);
  });

  it('the names that may be given say so', async () => {
    const [, , , recent] = await listed();
    expect(recent?.inputSchema.properties.since?.description).toContain('7 days ago');
  });
});

describe('R59: beside the list', () => {
  it('R59: how much was looked at, in _meta and as structure', async () => {
    const { text, meta, structure } = await server.told('search', { query: 'needle', scope: S });
    const trust = { complete: true, truncated: false };
    const summary = {
      ...trust,
      scanned: expect.any(Number),
      skipped: 0,
      engine: expect.any(String),
      elapsed_ms: expect.any(Number),
    };
    expect(meta).toEqual({ 'quartet/search': { ...summary, index_bytes: expect.any(Number) } });
    expect(structure).toEqual({ results: JSON.parse(text), total: 1, more: 0, ...trust });
  });

  it('snippets beside full details, only when the request asks for them', async () => {
    const args = { query: 'needle', scope: S, detail: 'full' };
    expect((await server.told('search', args)).text).not.toContain('_snippet');
    const { text } = await server.told('search', args, { 'quartet/snippets': true });
    const [{ _snippet }] = JSON.parse(text) as [{ _snippet: { text: string; start: number; end: number } }];
    expect(_snippet.text.slice(_snippet.start, _snippet.end)).toBe('needle');
  });
});

describe.each([
  ['the handshake era', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const)('the official client in %s', (_, mode) => {
  it('accepts every result by its schema', async () => {
    const client = new Client({ name: 'quartet-test', version: '1' }, { versionNegotiation: { mode } });
    const args = [QUARTET, 'spotlight', '--allow', S, '--log-level', 'off'];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    try {
      expect((await client.listTools()).tools).toHaveLength(4);
      const calls = [
        { name: 'search', arguments: { query: 'needle', scope: S } },
        { name: 'get_metadata', arguments: { path: join(S, 'note.txt') } },
        { name: 'search_by_kind', arguments: { kind: 'document', scope: S } },
        { name: 'recent_files', arguments: { scope: S } },
        { name: 'recent_files', arguments: { scope: S, since: '2999-01-01' } },
      ];
      const results = await Promise.all(calls.map((call) => client.callTool(call)));
      for (const { isError } of results) expect(isError).toBeUndefined();
      expect(results[0]?.structuredContent).toMatchObject({
        results: [{ line: 1, snippet: 'a needle in a haystack' }],
      });
      expect(results[1]?.structuredContent).toMatchObject({ kMDItemFSName: 'note.txt' });
      expect(results[4]?.structuredContent).toMatchObject({ results: [] });
      const failed = await client.callTool({ name: 'search', arguments: { scope: S } });
      expect(failed).toMatchObject({ isError: true, content: [{ text: 'Missing required argument: query' }] });
    } finally {
      await client.close();
    }
  });
});
