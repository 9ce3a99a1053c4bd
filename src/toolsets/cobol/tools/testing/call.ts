import type { CallResult } from '../../../../kernel/call.ts';
import { parseJson } from '../../../../kernel/json.ts';
import { origin, sampleDispatcher } from '../../../../kernel/testing/toolsets.ts';
import type { Tool } from '../../../../kernel/tool.ts';
import { formatCurrency } from '../format_currency.ts';

export interface Answer {
  readonly text: string;
  readonly data?: Record<string, unknown> | undefined;
  readonly isError?: true | undefined;
}

/** Calls a tool as a client would, with arguments as JSON text so that numbers stay as they are written. */
export async function call(tool: Tool, json: string): Promise<Answer> {
  const result: CallResult = await sampleDispatcher([tool]).dispatcher.call(tool.name, parseJson(json), origin());
  const { content, structuredContent: data, isError } = result;
  return { text: content.map(({ text }) => text).join('\n'), ...(data && { data }), ...(isError && { isError }) };
}

/** Formats an amount, with all arguments as a value. */
export function format(args: Record<string, unknown>): Promise<Answer> {
  return call(formatCurrency, JSON.stringify(args));
}

/** The edited item for an amount, which is JSON text; or what was wrong. */
export async function itemOf(amount: string, more: Record<string, unknown> = {}): Promise<unknown> {
  const options = JSON.stringify(more).slice(1, -1);
  const answer = await call(formatCurrency, `{"amount":${amount}${options && `,${options}`}}`);
  return answer.isError ? answer.text : answer.data?.item;
}

export function refused(text: string): Answer {
  return { text, isError: true };
}
