// What one gets from the official SDK alone: a server built for each request, behind its own adaptor for Node.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

const config = {
  description: 'Adds two numbers.',
  inputSchema: z.strictObject({ a: z.number(), b: z.number() }),
  outputSchema: z.object({ sum: z.number() }),
};

function build() {
  const server = new McpServer({ name: 'sdk', version: '0' }, { capabilities: { tools: { listChanged: false } } });
  server.registerTool('add', config, ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
    structuredContent: { sum: a + b },
  }));
  return server;
}

const handler = toNodeHandler(createMcpHandler(build));
const server = createServer((request, response) => void handler(request, response));
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
process.once('SIGTERM', () => process.exit(0));
