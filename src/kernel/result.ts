import { mapLeaves } from './exact.ts';
import { truncateUtf8 } from './text.ts';
import type { ToolOutput } from './tool.ts';

/** A tool result as the protocol wants it. */
export interface CallResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  [key: string]: unknown;
}

/** The result of a call that worked: text and structure from one value, cut to the same length. */
export function success(output: ToolOutput, maxTextBytes: number): CallResult {
  const text = truncateUtf8(output.text, maxTextBytes);
  const cut = (leaf: unknown) => (typeof leaf === 'string' ? truncateUtf8(leaf, maxTextBytes) : leaf);
  const structuredContent = text === output.text ? output.data : (mapLeaves(output.data, cut) as typeof output.data);
  return { content: [{ type: 'text', text }], structuredContent };
}

/** The result of a call that could not be done. */
export function failure(text: string, maxTextBytes: number): CallResult {
  return { content: [{ type: 'text', text: truncateUtf8(text, maxTextBytes) }], isError: true };
}
