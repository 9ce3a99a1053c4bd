// The official SDK alone, as in sdk-http.js, with a tool that asks a judge and gives what it says: `node sdk-fetch.js ADDRESS`.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

const judge = process.argv[2];
const config = {
  description: 'Gets a problem.',
  inputSchema: z.strictObject({ source: z.string(), id: z.string() }),
};

function build() {
  const server = new McpServer({ name: 'sdk', version: '0' }, { capabilities: { tools: { listChanged: false } } });
  server.registerTool('get_problem', config, async ({ source, id }) => {
    const response = await fetch(`${judge}/api/v1/problems/${source}/${id}`);
    return { content: [{ type: 'text', text: await response.text() }] };
  });
  return server;
}

const handler = toNodeHandler(createMcpHandler(build));
const server = createServer((request, response) => void handler(request, response));
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
process.once('SIGTERM', () => process.exit(0));
