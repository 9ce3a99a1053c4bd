import type * as z from 'zod';
import { preview } from './text.ts';
import type { Tool } from './tool.ts';

/** One thing that is wrong with a call's arguments; `field` is empty when it is the arguments as a whole. */
export interface ArgumentProblem {
  readonly field: string;
  readonly message: string;
}

/** What is wrong with each argument that a tool's schema refuses: which it is, what came and what is expected. */
export function explainIssues(issues: readonly z.core.$ZodIssue[], args: object, tool: Tool): ArgumentProblem[] {
  return issues.map((issue) => explain(issue, args, tool));
}

function explain(issue: z.core.$ZodIssue, args: object, tool: Tool): ArgumentProblem {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(tool.input.shape).join(', ');
    const field = issue.keys.join(', ');
    return {
      field,
      message: `Unknown argument ${field.length > 60 ? 'names' : `"${field}"`}; ${tool.name} takes ${known || 'none'}.`,
    };
  }
  const field = issue.path.join('.');
  const received = valueAt(args, issue.path);
  const problem =
    received === undefined
      ? `Missing argument "${field}"`
      : `Invalid argument "${field}": received ${preview(received)}`;
  return { field, message: `${problem}; expected ${expectation(issue)}.` };
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
