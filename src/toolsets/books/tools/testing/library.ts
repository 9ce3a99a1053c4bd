import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach } from 'vitest';
import { temporaryFolder } from '../../../../engines/library/testing/library.ts';
import { Dispatcher } from '../../../../kernel/dispatch.ts';
import { keepingLog, origin } from '../../../../kernel/testing/toolsets.ts';
import type { OptionValues } from '../../../../kernel/toolset.ts';
import { books } from '../../index.ts';
import { closeBooks, openBooks } from '../../open.ts';
import type { BooksWorld } from '../../world.ts';

export const BOOK = { book_id: 'ai-python' };
export const INTRO = 'content/01-Part/01-Chapter/01-intro.md';

type Json = Record<string, unknown>;

/** A library in a folder of its own for each test of a file, its journal in SQLite, its tools behind the dispatcher. */
export function libraryTools(options: OptionValues = {}) {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let world: BooksWorld;

  beforeEach(async () => {
    folder = await temporaryFolder();
    world = await openBooks({ root: folder.root, ...options }, keepingLog().log);
  });
  afterEach(async () => {
    await closeBooks(world);
    await folder.remove();
  });

  /** Calls a tool as a client would. Of its result, which must say the same as text and as structure, times and the folder are masked. */
  async function call(name: string, args: Json): Promise<Json> {
    const dispatcher = new Dispatcher([{ toolset: books, world }], { log: keepingLog().log });
    const { content, structuredContent, isError, _meta } = await dispatcher.call(name, args, origin());
    // What is noted of a call is written now, so that the rows are in the order of the calls.
    await world.audit.close();
    const told = JSON.parse(content[0]?.text ?? '') as unknown;
    const { result: _, ...beside } = Array.isArray(told) ? (structuredContent ?? {}) : { result: [] };
    const data = Array.isArray(told) ? { result: told, ...beside } : (told as Json);
    if (JSON.stringify(isError ? undefined : data) !== JSON.stringify(structuredContent))
      throw new Error('Text and structure differ.');
    // Some clients show only the texts, others only the structure.
    const note = content[1]?.text ?? '';
    const isSaid = Object.values(beside).every((value) => note.includes(String(value)));
    if (!isSaid || (note === '') !== (Object.keys(beside).length === 0)) throw new Error('The note differs.');
    const result = JSON.stringify({ ...(isError && { isError }), ...data, ...(_meta !== undefined && { _meta }) });
    return JSON.parse(
      result
        .replaceAll(pathToFileURL(folder.root).href, 'file:///library')
        .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"(time)"'),
    ) as Json;
  }

  /** All pages of an answer, as one list. */
  async function callAll(name: string, args: Json): Promise<unknown[]> {
    const all: unknown[] = [];
    for (let cursor: unknown; ; ) {
      const { result, next_cursor, isError } = await call(name, { ...args, ...(cursor !== undefined && { cursor }) });
      if (isError) throw new Error(`${name} failed.`);
      all.push(...(result as unknown[]));
      cursor = next_cursor;
      if (cursor === undefined) return all;
    }
  }

  return {
    call,
    callAll,
    /** Writes a lesson, and gives its hash. */
    write: async (path: string, content: string, more: Json = {}): Promise<string> =>
      String((await call('write_content', { ...BOOK, path, content, ...more })).file_hash),
    pathOf: (key: string): string => join(folder.root, key),
    /** The rows of the audit log, oldest first. */
    audit: async (): Promise<string[]> => {
      const rows = await world.library.journal.audit({});
      return rows
        .reverse()
        .map(({ agentId, operation, path, userId, status, errorMessage }) =>
          [agentId, operation, path, userId, status, errorMessage].filter(Boolean).join(' | '),
        );
    },
  };
}
