import { useCallback } from 'preact/hooks';
import type { ToolListing } from '../mcp/client.ts';
import { useServer } from '../server.tsx';
import { useLoaded } from './use-tool.ts';

export type ListedTools = ReadonlyMap<string, ToolListing>;

/** The tools that this server offers here, by name; undefined until they are known. */
export function useListedTools(): ListedTools | undefined {
  const { client } = useServer();
  const load = useCallback(async () => new Map((await client.listTools()).map((tool) => [tool.name, tool])), [client]);
  return useLoaded<ListedTools>(load).data;
}
