import * as z from 'zod';
import { ToolFailure } from '../../../kernel/errors.ts';
import { isJsonObject } from '../../../kernel/json.ts';
import { preview } from '../../../kernel/text.ts';
import { defineTool } from '../../../kernel/tool.ts';
import { optional } from '../arguments.ts';
import type { Reply } from '../judge.ts';
import { presentProblem, problemFields } from '../problem.ts';
import { readReply, tryParse } from '../replies.ts';
import { problemShape } from '../shapes.ts';
import { lookup, type OjCall } from '../world.ts';

/** A daily challenge says nothing about its source. */
const DAILY_SOURCE = 'leetcode';

export const getDailyChallenge = defineTool({
  name: 'get_daily_challenge',
  title: 'Get the daily challenge',
  description:
    'Fetches the problem of the UTC day of the configured judge; the answer names its source. If the judge is still fetching it, it says when to ask again.',
  input: z.object({
    domain: optional(z.enum(['com', 'cn']), 'com (default) or cn'),
    date: optional(z.string(), 'YYYY-MM-DD (default: today by UTC)'),
  }),
  output: z.object({
    status: z.enum(['ready', 'fetching']),
    retry_after: z.int().optional().describe('Seconds to wait when fetching'),
    problem: problemFields.optional(),
  }),
  annotations: lookup,
  run: async ({ domain = 'com', date }, { world, signal }: OjCall) => {
    const day = date === undefined ? world.now().toISOString().slice(0, 10) : checkedDate(date);
    const reply = await world.judge.get(`/api/v1/daily?domain=${domain}&date=${day}`, signal);
    if (reply.status === 202) return beingFetched(reply);
    const { text, data } = await presentProblem(readReply(reply, problemShape), DAILY_SOURCE);
    return { text, data: { status: 'ready' as const, problem: data } };
  },
});

/** Strict, so that nothing but a date can reach the query string. */
function checkedDate(date: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(date)) {
    const parsed = new Date(`${date}T00:00:00Z`);
    if (!Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)) return date;
  }
  throw new ToolFailure(
    `Argument "date" is not a date: received ${preview(date)}; expected YYYY-MM-DD, such as 2026-02-28.`,
  );
}

function beingFetched(reply: Reply): { text: string; data: { status: 'fetching'; retry_after?: number } } {
  const body = tryParse(reply);
  const seconds = isJsonObject(body) ? body.retry_after : undefined;
  if (typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds >= 0) {
    const text = `The daily challenge is being fetched. Please retry in ${seconds} seconds.`;
    return { text, data: { status: 'fetching', retry_after: seconds } };
  }
  return { text: 'The daily challenge is being fetched. Please retry in a moment.', data: { status: 'fetching' } };
}
