const SECRET_NAMES = new Set(['token', 'authorization', 'password', 'secret', 'cookie', 'arguments']);

/** What stands in place of a secret. */
export const REDACTED = '[redacted]';

/** Whether a field of this name may hold what nobody should read in a log. */
export function isSecret(name: string): boolean {
  return SECRET_NAMES.has(name);
}

/** Any value as JSON, without the secrets that it holds one level down. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value instanceof Error ? errorFields(value) : withoutSecrets(value)) ?? 'null';
  } catch {
    return '"not shown: this is no JSON"';
  }
}

export interface ErrorFields extends Record<string, unknown> {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
}

/** An error as an object: type, message and stack, both with those of its causes, then whatever else it carries. */
export function errorFields(error: Error, seen = new Set<unknown>()): ErrorFields {
  seen.add(error);
  const causes = causesOf(error);
  const shown = (value: unknown) => {
    if (!(value instanceof Error)) return value;
    return seen.has(value) ? undefined : errorFields(value, seen);
  };
  const fields: ErrorFields = {
    type: error.constructor.name,
    message: causes.map(({ message }) => message).join(': '),
    stack: causes.map(({ stack }) => stack).join('\ncaused by: '),
  };
  if (error instanceof AggregateError) fields.aggregateErrors = error.errors.map(shown);
  for (const [key, value] of Object.entries(error)) if (key !== 'cause') fields[key] ??= shown(value);
  return fields;
}

/** The error, its cause, the cause of that. */
function causesOf(error: Error): Error[] {
  const causes: Error[] = [];
  for (let next: unknown = error; next instanceof Error && !causes.includes(next); next = next.cause) causes.push(next);
  return causes;
}

function withoutSecrets(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, isSecret(key) ? REDACTED : inner]));
}
