import * as z from 'zod';
import type { AuditRow } from '../../../engines/library/journal/journal.ts';
import { keyOf, ownerOf } from '../../../engines/library/model/files.ts';
import { bookId } from '../../../engines/library/model/names.ts';
import { bookTool, json, reads } from '../book-tool.ts';
import { AnswerPage, cursorArgument, cursorAt, nextCursorField, positionIn } from '../pages.ts';
import type { BooksCall } from '../world.ts';
import { bookIdArgument } from './arguments.ts';

const entry = z.object({
  id: z.int(),
  timestamp: z.string(),
  agent_id: z.string().describe('Who called'),
  operation: z.string().describe('The tool, or what the server did by itself'),
  path: z.string(),
  status: z.enum(['success', 'error', 'conflict']),
  error_message: z.string().optional(),
  prev_hash: z.string().optional(),
  new_hash: z.string().optional(),
  state_change: z.boolean().describe('Whether the file was changed, from prev_hash to new_hash'),
  execution_time_ms: z.int(),
  entry_hash: z.string(),
});

const chain = z.object({
  checked: z.boolean(),
  intact: z
    .boolean()
    .optional()
    .describe('Whether no entry was edited, removed, added or moved; absent when not checked'),
  entries: z.int().describe('Of the whole book, all users included'),
  removed: z.int().optional().describe('Those of them that the operator has taken out'),
  head: z.string().describe('Hash of the last entry'),
  problem: z.string().optional(),
});

/** What happened to one place of a library, for people who look after it. */
export const auditTrail = bookTool({
  name: 'audit_trail',
  title: 'Show the audit log',
  description:
    'Shows who did what to a book, or to one lesson or asset, newest first: reads, changes with their hashes, refusals. With the first page comes whether the ' +
    'book’s audit log is intact. Users’ own versions are shown with user_id only.',
  extra: true,
  input: z.strictObject({
    book_id: bookIdArgument,
    path: z.string().optional().describe('Only this lesson or asset, such as static/img/logo.png'),
    user_id: z.string().optional().describe("This user's own versions, instead of the shared files"),
    limit: z
      .int()
      .min(1)
      .max(200)
      .optional()
      .describe('At most this many entries (default 50); long ones make a page shorter'),
    cursor: cursorArgument,
  }),
  output: z.object({
    result: z.array(entry),
    chain: chain.optional().describe('With the first page'),
    next_cursor: nextCursorField,
  }),
  annotations: reads,
  subject: ({ book_id, path, user_id }) => ({ bookId: book_id, path, userId: user_id }),
  run: async ({ book_id, path, user_id, limit = 50, cursor }, { world, signal }: BooksCall) => {
    const asked = ['audit_trail', book_id, path, user_id];
    const before = positionIn(cursor, asked, z.int());
    const place = { bookId: bookId(book_id), userId: ownerOf(user_id), path };
    if (path !== undefined) keyOf({ ...place, path });
    if (before === undefined) await world.audit.written();
    const { rows, next } = await world.library.journal.trail({ ...place, before, limit });
    const page = new AnswerPage<z.input<typeof entry>, number>(asked);
    for (const row of rows) if (!page.add(entryOf(row), row.id)) break;
    const next_cursor = page.nextCursor ?? (next === undefined ? undefined : cursorAt(asked, next));
    return json({
      result: page.items,
      ...(before === undefined && { chain: await world.chains.of(place.bookId, signal) }),
      ...(next_cursor !== undefined && { next_cursor }),
    });
  },
});

function entryOf(row: AuditRow): z.input<typeof entry> {
  return {
    id: row.id,
    timestamp: row.timestamp,
    agent_id: row.agentId,
    operation: row.operation,
    path: row.path,
    status: row.status,
    ...(row.errorMessage !== null && { error_message: row.errorMessage }),
    ...(row.prevHash !== null && { prev_hash: row.prevHash }),
    ...(row.newHash !== null && { new_hash: row.newHash }),
    state_change: row.stateChange,
    execution_time_ms: row.executionTimeMs,
    entry_hash: row.entryHash,
  };
}
