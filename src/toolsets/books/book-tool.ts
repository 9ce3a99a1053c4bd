import type * as z from 'zod';
import type { AuditTrail, Subject } from '../../engines/library/commit/audit-trail.ts';
import type { Actor } from '../../engines/library/commit/commit.ts';
import type { Library } from '../../engines/library/commit/library.ts';
import type { BookId } from '../../engines/library/model/names.ts';
import type { Admit } from '../../engines/library/storage/storage.ts';
import {
  ANSWER_COPIES,
  type Annotations,
  type Call,
  type Caller,
  defineTool,
  type Tool,
  type ToolOutput,
} from '../../kernel/tool.ts';

interface Audited {
  readonly audit: AuditTrail;
  readonly library: Pick<Library, 'wholeGroups'>;
  agentOf(caller: Caller): string;
}

interface BookTool<Input extends z.ZodObject, Output extends z.ZodObject, World extends Audited>
  extends Omit<Tool<World>, 'input' | 'output' | 'run'> {
  readonly input: Input;
  readonly output: Output;
  /** What a call is about, for the audit log. */
  subject(args: z.output<Input>): Subject;
  /** Whether a call reads many files, of its book or of all books: each group of changes is then seen as a whole or not at all. */
  readsMany?(args: z.output<Input>): 'book' | 'library' | undefined;
  run(
    args: z.output<Input>,
    call: Call<World>,
    actor: Actor,
  ): ToolOutput<z.input<Output>> | Promise<ToolOutput<z.input<Output>>>;
}

/** Defines a tool whose every call leaves a row in the audit log: who made it, what it was about and how it ended. */
export function bookTool<Input extends z.ZodObject, Output extends z.ZodObject, World extends Audited>({
  subject,
  readsMany,
  run,
  ...contract
}: BookTool<Input, Output, World>): Tool<World> {
  const { name: operation, annotations } = contract;
  return defineTool<Input, Output, World>({
    ...contract,
    run: (args, call) => {
      const { audit } = call.world;
      const agentId = call.world.agentOf(call.caller);
      const actor = { agentId, operation };
      const read = readsMany?.(args);
      const book = read === 'book' ? (subject(args).bookId as BookId) : undefined;
      const work = () =>
        read === undefined ? run(args, call, actor) : betweenGroups(call, book, (again) => run(args, again, actor));
      // The library records its changes itself, together with the change.
      return audit.around(agentId, operation, subject(args), work, !annotations.readOnlyHint);
    },
  });
}

/** Runs a call until no group of changes has come in between. What was reserved for the first attempt serves the others. */
function betweenGroups<World extends Audited, Result>(
  call: Call<World>,
  book: BookId | undefined,
  run: (call: Call<World>) => Result | Promise<Result>,
): Promise<Result> {
  const { world, signal, caller, meta } = call;
  let reserved = 0;
  const attempt = async () => {
    let needed = 0;
    const reserve = async (bytes: number) => {
      needed += bytes;
      const more = needed - reserved;
      if (more <= 0) return;
      reserved = needed;
      await call.reserve(more);
    };
    const progress: Call['progress'] = (...done) => call.progress(...done);
    return run({ world, signal, caller, meta, reserve, progress });
  };
  return world.library.wholeGroups(book, attempt, signal);
}

/** The subject of a call about a whole book. */
export function aboutBook({ book_id }: { book_id: string }): Subject {
  return { bookId: book_id };
}

/** The subject of a call about a lesson, or a user's own version of it. */
export function aboutLesson(args: { book_id: string; path: string; user_id?: string | undefined }): Subject {
  return { bookId: args.book_id, path: args.path, userId: args.user_id };
}

/** The subject of a call about an asset. */
export function aboutAsset(args: { book_id: string; asset_type: string; filename: string }): Subject {
  return { bookId: args.book_id, path: `static/${args.asset_type}/${args.filename}` };
}

/** Reads the library, and nothing outside it. */
export const reads: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** A result as the tools of this library give it: JSON as text, and the same as structure. */
export function json<Data extends Record<string, unknown>>(data: Data): ToolOutput<Data> {
  const text = JSON.stringify(data);
  return { text, data, dataText: text };
}

interface BesideList {
  readonly meta?: Record<string, unknown> | undefined;
  /** Where the rest of the list begins. */
  readonly nextCursor?: string | undefined;
  /** What the caller should know to go on. */
  readonly hint?: string | undefined;
}

type ListData<Item> = { result: Item[]; next_cursor?: string; hint?: string };

/** A list as the tools give it: the bare array as text, and wrapped as structure. What is said beside it is in both, since most clients show a model only one of them. */
export function jsonList<Item>(
  result: readonly Item[],
  { meta = {}, nextCursor, hint }: BesideList = {},
): ToolOutput<ListData<Item>> {
  const text = JSON.stringify(result);
  const beside = { ...(nextCursor !== undefined && { next_cursor: nextCursor }), ...(hint !== undefined && { hint }) };
  const isBare = nextCursor === undefined && hint === undefined;
  const rest = nextCursor && `There is more: call again with the same arguments and cursor=${nextCursor}`;
  return {
    text,
    data: { result: [...result], ...beside },
    dataText: isBare ? `{"result":${text}}` : `{"result":${text},${JSON.stringify(beside).slice(1)}`,
    ...(!isBare && { remark: [hint, rest].filter(Boolean).join('\n') }),
    ...(Object.keys(meta).length > 0 && { meta }),
  };
}

/** Makes room for bytes that will be told in the answer. */
export function roomForAnswer(call: Call): Admit {
  return (bytes) => call.reserve(bytes * ANSWER_COPIES);
}

/** Makes room for the largest of several things that are held one after the other. */
export function roomForLargest(call: Call): Admit {
  let reserved = 0;
  return async (bytes) => {
    const more = bytes - reserved;
    reserved = Math.max(reserved, bytes);
    if (more > 0) await call.reserve(more);
  };
}

const READ = 'fs:read';
const WRITE = 'fs:write';
const ADMIN = 'fs:admin';

/**
 * The scopes any one of which allows a call. Nobody may name another user without the scope of an administrator; one's
 * own version of a lesson may be written by everybody who may read.
 */
export function scopesOf(
  { deleteScope }: { readonly deleteScope: string },
  tool: Pick<Tool, 'name' | 'annotations'>,
  { user_id, all_books, changes }: Record<string, unknown>,
  subject: string,
): readonly string[] {
  const isOwn = user_id === subject;
  if ((user_id !== undefined && !isOwn) || all_books === true) return [ADMIN];
  if (tool.annotations.readOnlyHint) return [READ, ADMIN];
  if (isOwn) return [WRITE, READ, ADMIN];
  return [/^(?:delete|move)_/.test(tool.name) || deletes(changes) ? deleteScope : WRITE, ADMIN];
}

/** Whether a deletion is among the changes of a call that nobody has looked at yet. */
function deletes(changes: unknown): boolean {
  return Array.isArray(changes) && changes.some((change: unknown) => Object(change).delete === true);
}

/** Names callers in the audit log: by the subject of a token, else by the agent that the operator has named, else by the client. */
export function agentNames(agentId: string | undefined) {
  return ({ subject, name, version }: Caller): string => {
    if (subject !== undefined) return inLog(subject);
    return agentId ?? inLog(`${name.trim() || 'unnamed client'} ${version ?? ''}`.trim());
  };
}

/** A name that the audit log takes: `system` would say nothing. */
function inLog(name: string): string {
  return name.replace(/^system$/i, 'client "system"').slice(0, 255);
}
