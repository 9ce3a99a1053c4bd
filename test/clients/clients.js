// MCP clients that nobody here wrote, each behind the same three functions: `tools`, `call` and `close`. A server is
// `{ command, args, env }` or `{ url }`. What a call tells is what the client's own user gets: `{ isError, text }`.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { noopLogger } from '@mastra/core/logger';
import { MCPClient } from '@mastra/mcp';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const bin = (name) => fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url));
const textOf = ({ content }) => content.map(({ text }) => text).join('\n');

export const CLIENTS = {
  'SDK 1.x': sdk1,
  'Inspector, legacy': (server) => inspector(server, 'legacy'),
  'Inspector, modern': (server) => inspector(server, 'modern'),
  LangChain: langChain,
  'AI SDK': aiSdk,
  Mastra: mastra,
  'mcp-remote': mcpRemote,
};

/** Like the clients of the hosts that are built on it, it asks for the list first and so knows the output schemas. */
export async function sdk1(server) {
  const client = new Client({ name: 'sdk-1', version: '1' });
  await client.connect(
    server.url ? new StreamableHTTPClientTransport(new URL(server.url)) : new StdioClientTransport(server),
  );
  const { tools } = await client.listTools();
  return {
    tools: async () => tools.map(({ name }) => name),
    call: async (name, args) => {
      const result = await client.callTool({ name, arguments: args });
      return { isError: result.isError === true, text: textOf(result), result };
    },
    close: () => client.close(),
  };
}

/** A process of its own for each call. */
async function inspector(server, era) {
  const target = server.url ? [server.url, '--transport', 'http'] : [server.command, ...server.args];
  const inspect = (...args) =>
    new Promise((resolve, reject) => {
      const command = [bin('mcp-inspector'), '--cli', ...target, '--protocol-era', era, ...args];
      const options = { env: { ...process.env, ...server.env } };
      execFile(process.execPath, command, options, (error, stdout, stderr) =>
        stdout ? resolve(JSON.parse(stdout)) : reject(error ?? new Error(stderr)),
      );
    });
  return {
    tools: async () => (await inspect('--method', 'tools/list', '--strict')).tools.map(({ name }) => name),
    call: async (name, args) => {
      const words = Object.entries(args).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
      const given = words.length > 0 ? ['--tool-arg', ...words] : [];
      const output = ['--format', 'json', '-q'];
      const { result } = await inspect('--method', 'tools/call', '--tool-name', name, ...given, ...output);
      return { isError: result.isError === true, text: textOf(result) };
    },
    close: async () => {},
  };
}

async function langChain(server) {
  const connection = server.url ? { transport: 'http', url: server.url } : { transport: 'stdio', ...server };
  const client = new MultiServerMCPClient({ mcpServers: { quartet: connection } });
  const tools = await client.getTools();
  return {
    tools: async () => tools.map(({ name }) => name),
    call: (name, args) => thrown(async () => tools.find((tool) => tool.name === name).invoke(args)),
    close: () => client.close(),
  };
}

async function aiSdk(server) {
  const transport = server.url ? { type: 'http', url: server.url } : new Experimental_StdioMCPTransport(server);
  const client = await createMCPClient({ transport });
  const tools = await client.tools();
  return {
    tools: async () => Object.keys(tools),
    call: async (name, args) => {
      const result = await tools[name].execute(args, { toolCallId: '1', messages: [] });
      return { isError: result.isError === true, text: textOf(result) };
    },
    close: () => client.close(),
  };
}

async function mastra(server) {
  const connection = server.url ? { url: new URL(server.url) } : server;
  const client = new MCPClient({ id: JSON.stringify(server), servers: { quartet: connection } });
  client.__setLogger(noopLogger);
  const tools = await client.listTools();
  return {
    tools: async () => Object.keys(tools).map((name) => name.replace(/^quartet_/, '')),
    call: (name, args) => thrown(() => tools[`quartet_${name}`].execute(args, {})),
    close: () => client.disconnect(),
  };
}

/** It makes a server over HTTP look like one over stdio. */
function mcpRemote(server) {
  return sdk1({
    command: process.execPath,
    args: [bin('mcp-remote'), server.url, '--allow-http', '--transport', 'http-only'],
    env: { ...process.env, ...server.env },
    stderr: 'ignore',
  });
}

/** For a client whose calls throw what a tool reports as its failure. */
async function thrown(call) {
  try {
    const told = await call();
    if (told?.error === true && 'validationErrors' in told) throw new Error(`refused by the client: ${told.message}`);
    return { isError: false, text: typeof told === 'string' ? told : JSON.stringify(told) };
  } catch (error) {
    return { isError: true, text: error.message.replace(/^MCP tool .*? returned an error: /s, '') };
  }
}
