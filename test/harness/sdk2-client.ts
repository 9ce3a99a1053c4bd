import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { TestClient, TestServer } from './test-clients.ts';

/** The official client of the second generation, which knows the output schemas because it has asked for the list. */
export async function sdk2(server: TestServer, mode: 'legacy' | { pin: string }): Promise<TestClient> {
  const client = new Client({ name: 'sdk-2', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(
    'url' in server
      ? new StreamableHTTPClientTransport(new URL(server.url))
      : new StdioClientTransport({
          ...server,
          args: [...server.args],
          env: { ...process.env, ...server.env } as Record<string, string>,
        }),
  );
  const { tools } = await client.listTools();
  return {
    tools: async () => tools.map(({ name }) => name),
    call: async (name, args) => {
      const result = await client.callTool({ name, arguments: args as Record<string, unknown> });
      const text = (result.content as { text: string }[]).map((item) => item.text).join('\n');
      return { isError: result.isError === true, text, result };
    },
    close: () => client.close(),
  };
}
