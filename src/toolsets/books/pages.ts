import * as z from 'zod';
import { type BookFailure, invalid } from '../../engines/library/model/failures.ts';
import { sha256 } from '../../engines/library/model/files.ts';

/** What an answer holds at most beside its first item: with hashes in it, which are dear, about 5,300 tokens of a model. */
export const PAGE_BYTES = 13_000;

/** The items of an answer, as many as fit; the first one always does. */
export class AnswerPage<Item, Position = string> {
  readonly items: Item[] = [];
  #left: number;
  #last: Position | undefined;
  #isFull = false;

  constructor(
    private readonly call: readonly unknown[],
    bytes = PAGE_BYTES,
  ) {
    this.#left = bytes;
  }

  /** Takes an item with its place in the whole answer, unless there is no room for it. */
  add(item: Item, position: Position): boolean {
    this.#left -= Buffer.byteLength(JSON.stringify(item)) + 1;
    this.#isFull ||= this.#left < 0 && this.items.length > 0;
    if (this.#isFull) return false;
    this.items.push(item);
    this.#last = position;
    return true;
  }

  /** Says that there are more items, although all that were offered fit. */
  end(): void {
    this.#isFull = true;
  }

  /** Where the next page begins; undefined when nothing is left. */
  get nextCursor(): string | undefined {
    return this.#isFull ? cursorAt(this.call, this.#last) : undefined;
  }
}

export const cursorArgument = z.string().optional().describe('next_cursor of the last answer');
export const nextCursorField = z.string().optional();

/**
 * A place in the answer to a call, behind which the next page begins. It holds all that is needed to go on, so any server can, and it
 * opens nothing that its call would not: the tag is no secret, it only tells other calls and damage apart.
 */
export function cursorAt(call: readonly unknown[], position: unknown): string {
  const text = JSON.stringify(position);
  const tag = sha256(JSON.stringify([call, text])).slice(0, TAG_LENGTH);
  return Buffer.from(`${tag}${text}`).toString('base64url');
}

const TAG_LENGTH = 12;

/** The position that a cursor of the same call holds; undefined for the first page. */
export function positionIn<Position>(
  cursor: string | undefined,
  call: readonly unknown[],
  shape: z.ZodType<Position>,
): Position | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('utf8').slice(TAG_LENGTH);
  const position = shape.safeParse(parsed(text)).data;
  if (position === undefined || cursorAt(call, position) !== cursor) throw badCursor();
  return position;
}

function badCursor(): BookFailure {
  return invalid(
    'VALIDATION_ERROR',
    'cursor',
    'The cursor does not belong to this call. Send next_cursor as it was given with the same other arguments, or leave cursor out to begin anew.',
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
