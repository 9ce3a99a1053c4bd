import * as z from 'zod';
import { ExactNumber, toPlainNumbers } from '../../kernel/exact.ts';

const text = z.string().nullish();

/** Fields of a number that was written as `57.10` arrive exact; these shapes want plain ones. */
const plain = <Shape extends z.ZodType>(shape: Shape) => z.preprocess(toPlainNumbers, shape);

const problemFields = {
  id: z.string(),
  title: text,
  difficulty: text,
  ac_rate: z.number().nullish(),
  tags: z.array(z.string()).nullish(),
  link: text,
  content: text,
  content_cn: text,
};

export const problemShape = plain(z.object({ ...problemFields, source: z.string() }));

/** A daily challenge says nothing about its source: it is always LeetCode's. */
export const dailyShape = plain(
  z.object({ ...problemFields, source: text.transform((source) => source ?? 'leetcode') }),
);

export const resolvedShape = plain(
  z.object({ source: text, id: text, problem: z.object({ ...problemFields, source: z.string() }).nullish() }),
);

export const similarShape = plain(
  z.object({
    rewritten_query: text,
    results: z.array(
      z.object({
        source: z.string(),
        id: z.string(),
        title: text,
        difficulty: text,
        similarity: z.number(),
        link: text,
      }),
    ),
  }),
);

/** An unsigned integer of at most 64 bits as digits: beyond 2^53 a number would lose some. */
const count = z.unknown().transform((raw, context) => {
  const digits = raw instanceof ExactNumber ? raw.source : typeof raw === 'number' ? String(raw) : '';
  if (/^\d{1,20}$/.test(digits)) return digits;
  context.addIssue({ code: 'custom', message: 'expected an unsigned integer' });
  return z.NEVER;
});

export const statusShape = z.object({
  version: z.string(),
  platforms: z.array(z.object({ source: z.string(), total: count, missing_content: count, not_embedded: count })),
});

export type Problem = z.output<typeof problemShape>;
export type Similar = z.output<typeof similarShape>;
export type Status = z.output<typeof statusShape>;
