import * as z from 'zod';
import { type Decimal, MAX_PLAIN_DIGITS, parseDecimal } from '../../engines/money/decimal.ts';
import { ExactNumber } from '../../kernel/json.ts';

/** A number as the caller wrote it, and its exact value. */
export interface Operand {
  readonly source: string;
  readonly value: Decimal;
}

/** A number argument that never passes through binary floating point; numeric strings count as numbers. */
export function decimalArgument(description: string) {
  return z
    .unknown()
    .transform((raw, context): Operand => {
      const source = sourceText(raw);
      const value = source === undefined ? 'not-numeric' : parseDecimal(source);
      if (source !== undefined && typeof value === 'object') return { source, value };
      const message =
        value === 'too-large'
          ? `at most ${MAX_PLAIN_DIGITS} digits written out in full (SIZE ERROR)`
          : 'a number such as 12, -0.5 or "12345678901234567890.01"; it must be numeric, without commas, blanks or currency signs';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({ type: ['number', 'string'], description });
}

function sourceText(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw;
  if (typeof raw === 'number') return String(raw);
  return raw instanceof ExactNumber ? raw.source : undefined;
}
