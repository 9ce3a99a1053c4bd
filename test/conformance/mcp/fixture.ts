import {
  acceptedContent,
  completable,
  createMcpHandler,
  createRequestStateCodec,
  inputRequired,
  McpServer,
  ResourceTemplate,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { openLog } from '../../../src/kernel/log.ts';
import { UnexpectedErrors } from '../../../src/kernel/unexpected-errors.ts';
import type { Endpoint } from '../../../src/transports/http/mcp/endpoint.ts';
import { type HttpServer, serveHttp } from '../../../src/transports/http/serve.ts';
import { addContentTools, PNG, text } from './fixture-content.ts';
import { addQuestions } from './fixture-questions.ts';
import { SdkSession } from './sdk-session.ts';

/** Serves all that the conformance suite can ask for, through our transport. */
export function serveFixture(): Promise<HttpServer> {
  const log = openLog('off', 'fixture');
  const handler = createMcpHandler(() => build(handler.notify), { legacy: 'reject' });
  const endpoint: Endpoint = {
    path: '/mcp',
    open: () => new SdkSession(build(handler.notify)),
    stateless: (request, parsedBody) => handler.fetch(request, { parsedBody }),
    close: () => handler.close(),
  };
  const options = {
    version: '0',
    listen: {
      host: '127.0.0.1',
      port: 0,
      morePorts: 0,
      headersTimeoutMs: 10_000,
      requestTimeoutMs: 60_000,
      maxConnections: 1000,
      maxConnectionsPerAddress: 1000,
    },
    localOnly: true,
    allowedHosts: [],
    allowedOrigins: [],
    tokens: [],
    scopes: [],
    trustedProxies: [],
    wrongTokensPerMinute: Number.POSITIVE_INFINITY,
    limits: { ratePerSecond: Number.POSITIVE_INFINITY, maxConcurrent: 64, maxQueued: 64 },
    memory: { bytes: 2 ** 28, bytesEach: 2 ** 28, maxWaiting: 64, maxWaitMs: 20_000 },
    sessions: { maxSessions: 100, maxSessionsEach: 100, idleMs: 60_000 },
    graceMs: 1000,
  };
  return serveHttp(options, log, new UnexpectedErrors(log), async () => ({
    opened: [],
    endpoints: [endpoint],
    absent: new Map(),
    leftOut: [],
  }));
}

const codec = createRequestStateCodec<{ round: number }>({ key: 'a key of the fixture, 32 bytes long' });

function build(notify: ServerNotifier): McpServer {
  const server = new McpServer(
    { name: 'fixture', version: '0' },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true },
        completions: {},
        logging: {},
      },
      cacheHints: {
        'tools/list': { ttlMs: 60_000, cacheScope: 'public' },
        'prompts/list': { ttlMs: 60_000, cacheScope: 'public' },
        'resources/list': { ttlMs: 60_000, cacheScope: 'public' },
        'resources/templates/list': { ttlMs: 60_000, cacheScope: 'public' },
        'resources/read': { ttlMs: 60_000, cacheScope: 'public' },
      },
      requestState: { verify: codec.verify },
    },
  );
  addContentTools(server);
  addQuestions(server, codec);
  server.registerTool('test_trigger_tool_change', { description: 'Pretends that the tools have changed' }, () => {
    notify.toolsChanged();
    return text('Announced.');
  });
  server.registerTool('test_trigger_prompt_change', { description: 'Pretends that the prompts have changed' }, () => {
    notify.promptsChanged();
    return text('Announced.');
  });
  addResources(server);
  addPrompts(server);
  return server;
}

function addResources(server: McpServer): void {
  const plain = { description: 'A text', mimeType: 'text/plain' };
  server.registerResource('static-text', 'test://static-text', plain, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/plain', text: 'The content of the static text resource.' }],
  }));
  const picture = { description: 'A picture', mimeType: 'image/png' };
  server.registerResource('static-binary', 'test://static-binary', picture, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: PNG }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { description: 'Data by id' }, ({ href }, { id }) => ({
    contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify({ id }) }],
  }));
  server.registerResource('watched-resource', 'test://watched-resource', plain, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/plain', text: 'Watched.' }],
  }));
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function addPrompts(server: McpServer): void {
  const say = (words: string) => ({ role: 'user' as const, content: { type: 'text' as const, text: words } });
  server.registerPrompt('test_simple_prompt', { description: 'Says something' }, () => ({
    messages: [say('This is a simple prompt for testing.')],
  }));
  const two = z.object({
    arg1: completable(z.string(), (start) => ['paris', 'park', 'party'].filter((word) => word.startsWith(start))),
    arg2: z.string(),
  });
  server.registerPrompt('test_prompt_with_arguments', { description: 'Fills in', argsSchema: two }, (args) => ({
    messages: [say(`arg1='${args.arg1}', arg2='${args.arg2}'`)],
  }));
  const argsSchema = z.object({ resourceUri: z.string() });
  server.registerPrompt('test_prompt_with_embedded_resource', { description: 'Embeds', argsSchema }, (args) => ({
    messages: [
      {
        role: 'user',
        content: { type: 'resource', resource: { uri: args.resourceUri, mimeType: 'text/plain', text: 'Embedded.' } },
      },
    ],
  }));
  server.registerPrompt('test_prompt_with_image', { description: 'Shows' }, () => ({
    messages: [{ role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } }],
  }));
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks' }, ({ mcpReq }) => {
    const given = acceptedContent<{ context: string }>(mcpReq.inputResponses, 'user_context');
    if (given) return { messages: [say(`In the context of ${given.context}`)] };
    const question = inputRequired.elicit({
      message: 'What context should the prompt use?',
      requestedSchema: { type: 'object', properties: { context: { type: 'string' } }, required: ['context'] },
    });
    return inputRequired({ inputRequests: { user_context: question } });
  });
}
