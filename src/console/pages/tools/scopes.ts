import type { ToolListing } from '../../mcp/client.ts';

/**
 * The scopes of a token any one of which the server accepts for a call, the one to ask for first. The server decides; this
 * is for telling people beforehand. Somebody's own version of a lesson may be written by everybody who may read.
 */
export function scopesFor(
  toolset: string | undefined,
  { annotations }: Pick<ToolListing, 'annotations'>,
  args: Readonly<Record<string, unknown>>,
  subject: string | null,
): readonly string[] {
  if (toolset === 'spotlight') return ['files:read'];
  if (toolset !== 'books') return ['tools:call'];
  const isOwn = args.user_id !== undefined && args.user_id === subject;
  if ((args.user_id !== undefined && !isOwn) || args.all_books === true) return ['fs:admin'];
  if (annotations?.readOnlyHint) return ['fs:read', 'fs:admin'];
  return isOwn ? ['fs:write', 'fs:read', 'fs:admin'] : ['fs:write', 'fs:admin'];
}
