import type { Tool } from '../../kernel/tool.ts';
import type { BooksWorld } from './world.ts';

const READ = 'fs:read';
const WRITE = 'fs:write';
const ADMIN = 'fs:admin';

/**
 * The scopes any one of which allows a call. Nobody may name another user without the scope of an administrator; one's
 * own version of a lesson may be written by everybody who may read.
 */
export function scopesOf(
  { deleteScope }: BooksWorld,
  tool: Tool<BooksWorld>,
  { user_id, all_books }: Record<string, unknown>,
  subject: string,
): readonly string[] {
  const isOwn = user_id === subject;
  if ((user_id !== undefined && !isOwn) || all_books === true) return [ADMIN];
  if (tool.annotations.readOnlyHint) return [READ, ADMIN];
  if (isOwn) return [WRITE, READ, ADMIN];
  return [tool.name === 'delete_content' ? deleteScope : WRITE, ADMIN];
}
