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
  if (!output.lasts) return made(output, maxTextBytes);
  const before = lasting.get(output);
  if (before !== undefined) return before;
  const result = made(output, maxTextBytes);
  lasting.set(output, result);
  whole.set(result, resultText(result));
  return result;
}

/** The results of outputs that last, and their JSON. */
const lasting = new WeakMap<ToolOutput, CallResult>();
const whole = new WeakMap<CallResult, string>();

function made(output: ToolOutput, maxTextBytes: number): CallResult {
  const text = truncateUtf8(output.text, maxTextBytes);
  const cut = (leaf: unknown) => (typeof leaf === 'string' ? truncateUtf8(leaf, maxTextBytes) : leaf);
  const structuredContent = text === output.text ? output.data : (mapLeaves(output.data, cut) as typeof output.data);
  const result: CallResult = { content: [{ type: 'text', text }], structuredContent };
  if (output.meta !== undefined) result._meta = output.meta;
  if (output.dataText !== undefined && text === output.text) structureTexts.set(result, output.dataText);
  return result;
}

const structureTexts = new WeakMap<CallResult, string>();

/** A result as JSON. */
export function resultText(result: CallResult): string {
  const kept = whole.get(result);
  if (kept !== undefined) return kept;
  const structure = structureTexts.get(result);
  if (structure === undefined) return JSON.stringify(result);
  const { structuredContent: _, ...rest } = result;
  return `${JSON.stringify(rest).slice(0, -1)},"structuredContent":${structure}}`;
}

/** The result of a call that could not be done. */
export function failure(text: string, maxTextBytes: number, data?: Record<string, unknown>): CallResult {
  const content = [{ type: 'text' as const, text: truncateUtf8(text, maxTextBytes) }];
  return data === undefined ? { content, isError: true } : { content, structuredContent: data, isError: true };
}
