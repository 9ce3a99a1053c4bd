import { McpClient, type ToolListing } from '../../mcp/client.ts';
import type { Hello } from '../../mcp/server-types.ts';
import type { Server } from '../../server.tsx';

/** A tool as this page knows it. */
export interface CatalogueTool extends ToolListing {
  readonly title: string;
  /** The id of its toolset; undefined when no toolset of the server lists it. */
  readonly toolset: string | undefined;
  /** Only the endpoint for people lists it. */
  readonly extra: boolean;
}

export interface ToolGroup {
  readonly id: string | undefined;
  readonly title: string;
  readonly tools: readonly CatalogueTool[];
}

/** Extra tools are in no toolset's own listing. */
const HOME_OF_EXTRAS: Readonly<Record<string, string>> = {
  audit_trail: 'books',
  content_history: 'books',
  delete_asset: 'books',
  diff_content: 'books',
  move_content: 'books',
  restore_content: 'books',
  search_content: 'books',
  write_many: 'books',
  list_problems: 'oj',
  preview_file: 'spotlight',
};

/** All tools that this server lists for us, each with its toolset. */
export async function loadCatalogue({ client, token, hello }: Server): Promise<CatalogueTool[]> {
  const paths = (hello?.endpoints ?? []).map(({ path }) => path);
  const ids = (hello?.toolsets ?? []).map(({ id }) => id).filter((id) => paths.includes(`/mcp/${id}`));
  const [all, ...own] = await Promise.all([
    client.listTools(),
    ...ids.map(async (id) =>
      (await new McpClient(`/mcp/${id}`, token).listTools()).map(({ name }) => [name, id] as const),
    ),
  ]);
  const toolsetOf = new Map(own.flat());
  return all.map((tool) => {
    const toolset = toolsetOf.get(tool.name);
    return {
      ...tool,
      title: tool.annotations?.title ?? tool.name,
      toolset: toolset ?? HOME_OF_EXTRAS[tool.name],
      extra: toolset === undefined && client.path !== '/mcp',
    };
  });
}

/** The tools by toolset, in the server's order; what belongs to none comes last. */
export function grouped(tools: readonly CatalogueTool[], toolsets: Hello['toolsets']): ToolGroup[] {
  const homes = toolsets.map(
    ({ id, title }): ToolGroup => ({ id, title, tools: tools.filter((tool) => tool.toolset === id) }),
  );
  const known = new Set(toolsets.map(({ id }) => id));
  const others = tools.filter(({ toolset }) => toolset === undefined || !known.has(toolset));
  return [...homes, { id: undefined, title: 'More', tools: others }].filter((group) => group.tools.length > 0);
}

/** Whether every word of a search is somewhere in a tool's name, title, description or arguments. */
export function matches(tool: CatalogueTool, search: string): boolean {
  const { name, title, description, inputSchema } = tool;
  const text = [name, title, description, ...Object.keys(inputSchema.properties ?? {})].join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
