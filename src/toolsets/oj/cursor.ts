import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { ToolFailure } from '../../kernel/errors.ts';

const TAG_LENGTH = 12;

/** A place in the answer to a call, from which the next page goes on. The tag is no secret: it tells other calls and damage apart. */
export function cursorAt(call: readonly unknown[], place: unknown): string {
  const text = JSON.stringify(place);
  const tag = createHash('sha256')
    .update(JSON.stringify([call, text]))
    .digest('hex')
    .slice(0, TAG_LENGTH);
  return Buffer.from(tag + text).toString('base64url');
}

/** The place that a cursor of the same call holds. */
export function placeIn<Place>(cursor: string, call: readonly unknown[], shape: z.ZodType<Place>): Place {
  const place = shape.safeParse(parsed(Buffer.from(cursor, 'base64url').toString().slice(TAG_LENGTH))).data;
  if (place !== undefined && cursorAt(call, place) === cursor) return place;
  throw new ToolFailure(
    'Argument "cursor" does not belong to this call. Send next_cursor as it was given, with the same other arguments, or leave it out to begin anew.',
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
