import type { Locator, Page } from 'playwright-core';
import { JSON_HEADERS, type Reply, type ServeProcess } from '../http-server.ts';

/** Whether something makes the whole page wider than the window. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
}

/** Calls a tool in a session of a client with a name. */
export async function callAs(server: ServeProcess, client: string, tool: string, args: unknown): Promise<Reply> {
  const clientInfo = { name: client, version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const { headers } = await server.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'initialize', params });
  return server.call('/mcp', tool, args, { ...JSON_HEADERS, 'mcp-session-id': String(headers['mcp-session-id']) });
}

/** A call that works, and one that does not. */
export const add = (server: ServeProcess, a = '1') => server.call('/mcp/cobol', 'add', { a, b: '2' });
export const fail = (server: ServeProcess) =>
  server.call('/mcp', 'read_content', { book_id: 'no-such-book', path: 'content/01-Part/01-Chapter/01-lesson.md' });

/** The calls that Home shows. */
export const calls = (page: Page): Locator => page.getByRole('region', { name: 'Calls' });
export const rows = (page: Page): Locator => page.getByRole('button', { name: /: details$/ });
