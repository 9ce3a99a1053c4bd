import type * as z from 'zod';

/** A platform cannot be synced, for a reason that a person is told. */
export class SyncFailure extends Error {
  override readonly name: string = 'SyncFailure';
}

/** The platform does not let programs in, at least not now. */
export class Refused extends SyncFailure {
  override readonly name: string = 'Refused';
}

/** There is no way to the platform from here: no network, or not to there. */
export class Unreachable extends Refused {}

/** The value, if it has the shape that the platform has always given; else a failure that names the field. */
export function shaped<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = (issue?.path ?? [])
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('');
  throw new SyncFailure(
    `${what} no longer has the shape that Quartet knows: ${field.replace(/^\./, '') || 'the whole'}: ${issue?.message}. ` +
      'Nothing of it was stored. Look for a newer Quartet.',
  );
}
