import * as z from 'zod';
import { ExactNumber, toPlainNumbers } from '../../kernel/json.ts';
import { isWellFormed } from './replies.ts';

/** Half a surrogate pair is no text: it could not be sent on as UTF-8. */
const string = z.string().refine(isWellFormed, 'expected well-formed Unicode');
const text = string.nullish();

/** Fields of a number that was written as `57.10` arrive exact; these shapes want plain ones. */
const plain = <Shape extends z.ZodType>(shape: Shape) => z.preprocess(toPlainNumbers, shape);

const problemFields = {
  source: text,
  id: string,
  title: text,
  difficulty: text,
  ac_rate: z.number().nullish(),
  tags: z.array(string).nullish(),
  link: text,
  content: text,
  content_cn: text.catch(undefined),
};

export const problemShape = plain(z.object(problemFields));

export const resolvedShape = plain(
  z.object({ source: text.catch(undefined), id: text.catch(undefined), problem: z.object(problemFields).nullish() }),
);

export const similarShape = plain(
  z.object({
    rewritten_query: text,
    results: z.array(
      z.object({
        source: string,
        id: string,
        title: text,
        difficulty: text,
        similarity: z.number(),
        link: text,
      }),
    ),
  }),
);

const listed = z.object({
  source: text,
  id: string,
  title: text,
  title_cn: text.catch(undefined),
  difficulty: text,
  tags: z.array(string).nullish(),
  rating: z.number().nullish(),
  ac_rate: z.number().nullish(),
  link: text,
});

/** A page of a list of problems. */
export const listShape = plain(
  z.object({ data: z.array(listed), meta: z.object({ total: z.int().min(0), page: z.int() }) }),
);

/** An unsigned integer of at most 64 bits as digits: beyond 2^53 a number would lose some. `1e3` is a floating point number. */
const count = z.unknown().transform((raw, context) => {
  const digits = raw instanceof ExactNumber || typeof raw === 'number' ? String(raw) : '';
  if (/^\d{1,20}$/.test(digits) && BigInt(digits) < 2n ** 64n) return digits;
  context.addIssue({ code: 'custom', message: 'expected an unsigned integer' });
  return z.NEVER;
});

export const statusShape = z.object({
  version: string,
  platforms: z.array(z.object({ source: string, total: count, missing_content: count, not_embedded: count })),
});

export type Listed = z.output<typeof listed>;
export type Problem = z.output<typeof problemShape>;
export type Similar = z.output<typeof similarShape>;
export type Status = z.output<typeof statusShape>;
