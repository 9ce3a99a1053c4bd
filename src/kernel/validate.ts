import type * as z from 'zod';
import { isJsonObject, toPlainNumbers } from './exact.ts';
import { preview } from './text.ts';
import type { Tool } from './tool.ts';

export type Validated = { readonly ok: true; readonly args: never } | { readonly ok: false; readonly problem: string };

/** Checks a call's arguments; the problem text names each bad argument, what came and what is expected. */
export function validateArguments(tool: Tool, raw: unknown): Validated {
  const given = raw ?? {};
  if (!isJsonObject(given)) {
    return { ok: false, problem: `The arguments of ${tool.name} must be a JSON object, but ${preview(given)} came.` };
  }
  const parsed = tool.input.safeParse(tool.exactNumbers ? given : toPlainNumbers(given));
  if (parsed.success) return { ok: true, args: parsed.data as never };
  return { ok: false, problem: parsed.error.issues.map((issue) => explain(issue, given)).join(' ') };
}

function explain(issue: z.core.$ZodIssue, args: object): string {
  const name = issue.path.join('.');
  const received = valueAt(args, issue.path);
  const problem =
    received === undefined ? `Missing argument "${name}"` : `Invalid argument "${name}": received ${preview(received)}`;
  return `${problem}; expected ${expectation(issue)}.`;
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return ARTICLES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return `${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    default:
      return lowerFirst(
        issue.message
          .replace(/^(Invalid (input|string): |Too (small|big): )?(expected )?/, '')
          .replace(/^must /, 'to ')
          .replace(/\.$/, ''),
      );
  }
}

const ARTICLES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
