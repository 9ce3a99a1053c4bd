import { setTimeout as sleep } from 'node:timers/promises';
import { type CallToolResult, fromJsonSchema, type McpServer, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';

export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

export const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
const embedded = (uri: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType: 'text/plain', text: words },
});

/** The tools whose answers the suite looks at. */
export function addContentTools(server: McpServer): void {
  const add = (name: string, run: (context: ServerContext) => CallToolResult | Promise<CallToolResult>) =>
    server.registerTool(name, { description: `Fixture ${name}` }, (context) => run(context));

  add('test_simple_text', () => text('This is a simple text response for testing.'));
  add('test_image_content', () => ({ content: [image] }));
  add('test_audio_content', () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }));
  add('test_embedded_resource', () => ({ content: [embedded('test://embedded-resource', 'Embedded.')] }));
  add('test_multiple_content_types', () => ({
    content: [{ type: 'text', text: 'Several kinds:' }, image, embedded('test://mixed-content-resource', '{}')],
  }));
  add('test_error_handling', () => {
    throw new Error('This tool fails on purpose');
  });
  add('test_tool_with_logging', async ({ mcpReq }) => {
    for (const step of ['started', 'processing', 'finished']) {
      await mcpReq.log('info', `Tool execution ${step}`);
      await sleep(30);
    }
    return text('Logged.');
  });
  add('test_logging_tool', async ({ mcpReq }) => {
    await mcpReq.log('info', 'Only for those who asked');
    return text('Done.');
  });
  add('test_tool_with_progress', async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      }
      await sleep(30);
    }
    return text('Done.');
  });
  addSchemaTools(server);
}

function addSchemaTools(server: McpServer): void {
  const person = fromJsonSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' } } } },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  });
  const description = 'Tool with JSON Schema 2020-12 features';
  server.registerTool('json_schema_2020_12_tool', { description, inputSchema: person }, () => text('Valid.'));

  const region = z.string().meta({ 'x-mcp-header': 'Region' });
  const config = { description: 'Mirrors an argument into a header', inputSchema: z.object({ region }) };
  server.registerTool('test_custom_header', config, (args) => text(`Region ${args.region}`));
}
