import * as z from 'zod';
import { type Decimal, isNegative } from '../../../engines/money/decimal.ts';
import { formatMoney } from '../../../engines/money/format.ts';
import {
  CURRENCIES,
  type MoneyStyle,
  moneyStyle,
  NEGATIVE_STYLES,
  type NegativeStyle,
  swapPointAndComma,
} from '../../../engines/money/money.ts';
import { checkCurrencySymbol } from '../../../engines/money/picture/currency.ts';
import { upperCaseAscii } from '../../../engines/money/picture/expand.ts';
import { type Picture, parsePicture } from '../../../engines/money/picture/parse.ts';
import { type SizeError, storeRounded } from '../../../engines/money/picture/store.ts';
import type { PictureError } from '../../../engines/money/picture/symbols.ts';
import { DEFAULT_ROUNDING, ROUNDING_MODES, type RoundingMode, roundDecimal } from '../../../engines/money/rounding.ts';
import { ToolFailure } from '../../../kernel/errors.ts';
import { preview } from '../../../kernel/text.ts';
import { defineTool, pure } from '../../../kernel/tool.ts';
import { decimalArgument } from '../arguments.ts';

const DROP = 'drop';
const CURRENCY_SIGN = /^[^\p{Nd}\p{Cc}]{1,8}$/u;

const input = z.object({
  amount: decimalArgument('More than 15 digits as a string, lest your client rounds'),
  picture: z.string().optional().describe('A numeric-edited PICTURE to use instead, such as $$,$$9.99CR'),
  currency: z.string().optional().describe('ISO 4217 code (default USD)'),
  currency_sign: z
    .string()
    .refine((sign) => CURRENCY_SIGN.test(sign), 'one to eight characters without digits or control characters')
    .optional()
    // Not every validator of a client knows \p, so what is published is a little wider.
    .meta({
      description: 'What to print where the picture has $, or the one character that it has instead',
      pattern: '^[^0-9\\x00-\\x1f]+$',
    }),
  decimal_comma: z.boolean().optional().describe('DECIMAL-POINT IS COMMA: 1.234,50'),
  blank_when_zero: z.boolean().optional().describe('BLANK WHEN ZERO'),
  rounding: z.enum(ROUNDING_MODES).optional().describe('ROUNDED MODE (default: half away from zero)'),
  negative: z
    .enum([...NEGATIVE_STYLES, DROP])
    .optional()
    .describe('How to show a negative amount; protect fills with asterisks; drop, only with picture, loses the sign'),
});

type Arguments = z.output<typeof input>;

export const formatCurrency = defineTool({
  name: 'format_currency',
  title: 'Format an amount of money',
  description:
    'Formats an amount as money through a genuine COBOL PICTURE clause: $1,234,567.89. Exact, never loses a digit, and knows ' +
    'other currencies, CR and DB, cheque protection and any edited picture of yours. No framework was consulted.',
  input,
  output: z.object({
    formatted: z.string().describe('The amount without surrounding blanks'),
    item: z.string().describe('The edited item at its exact width, blanks included'),
    picture: z.string().describe('The PICTURE that was used'),
    rounding: z.string().describe('The ROUNDED mode that was used'),
  }),
  annotations: pure,
  exactNumbers: true,
  run: (args) => {
    const amount = args.amount.value;
    const rounding = args.rounding ?? DEFAULT_ROUNDING;
    const { item, picture, decimalComma } =
      args.picture === undefined ? edit(amount, args, rounding) : editGiven(amount, args, rounding);
    const formatted = item.trim();
    const shown = args.picture !== undefined || item !== formatted ? `[${item}]` : item;
    const clauses = [`PICTURE ${picture}`, ...(decimalComma ? ['DECIMAL-POINT IS COMMA'] : []), roundingName(rounding)];
    return {
      text: `${shown}\n${clauses.join(', ')}. ${remark(args)}`,
      data: { formatted, item, picture, rounding },
    };
  },
});

interface Edited {
  readonly item: string;
  readonly picture: string;
  readonly decimalComma: boolean;
}

/** Edits through the currency's own picture, fitted so that no digit is lost. */
function edit(amount: Decimal, args: Arguments, rounding: RoundingMode): Edited {
  const style = styleOf(args);
  const { decimalComma } = style;
  const options = { negative: styleOfSign(args), rounding, blankWhenZero: args.blank_when_zero ?? false };
  const edited = formatMoney(amount, style, options);
  if (edited.ok) return { item: edited.item, picture: edited.picture, decimalComma };
  switch (edited.reason) {
    case 'digits':
      throw new ToolFailure(
        `SIZE ERROR: the amount has ${edited.digits} integer digits, and at most ${edited.most} are edited.`,
      );
    case 'picture':
      throw refusedPicture(edited.picture, edited.error);
    case 'size':
      throw sizeError(edited.picture, edited.error);
  }
}

function styleOfSign({ negative = 'minus' }: Arguments): NegativeStyle {
  if (negative !== DROP) return negative;
  throw new ToolFailure(
    `negative "${DROP}" goes with a picture only. Give one, or choose one of ${NEGATIVE_STYLES.join(', ')}.`,
  );
}

function styleOf(args: Arguments): MoneyStyle {
  const code = args.currency ?? 'USD';
  const style = moneyStyle(code);
  if (style === undefined) {
    throw new ToolFailure(
      `Unknown currency ${preview(code)}; expected one of ${CURRENCIES.join(', ')}. For any other, give picture and currency_sign.`,
    );
  }
  const sign = args.currency_sign ?? style.sign;
  const swapped = args.decimal_comma !== undefined && args.decimal_comma !== style.decimalComma;
  return swapped
    ? { sign, picture: swapPointAndComma(style.picture), decimalComma: !style.decimalComma }
    : { ...style, sign };
}

/** Edits through the caller's picture, or says what does not fit. */
function editGiven(amount: Decimal, args: Arguments, rounding: RoundingMode): Edited {
  const text = args.picture ?? '';
  if (args.negative !== undefined && args.negative !== DROP) {
    throw new ToolFailure(
      `Give picture or negative, not both: a picture shows the sign with its own -, +, CR or DB. Only negative "${DROP}" goes with a picture.`,
    );
  }
  const sign = args.currency === undefined ? (args.currency_sign ?? '$') : styleOf(args).sign.trim();
  const picture = parse(text, args.decimal_comma ?? false, args);
  if (picture.category === 'numeric') {
    throw new ToolFailure(
      `PICTURE ${text} is not an edited picture; use symbols such as $ Z * , . - CR, as in $$,$$9.99CR.`,
    );
  }
  const item = store(picture, amount, sign, rounding);
  const rounded = roundDecimal(amount, picture.scale, rounding) ?? amount;
  if (isNegative(rounded) && !picture.signed && args.negative !== DROP) {
    throw new ToolFailure(
      `The amount is negative and PICTURE ${text} has no place for a sign; add -, +, CR or DB. COBOL would have dropped it in silence, as negative "${DROP}" does.`,
    );
  }
  return { item, picture: text, decimalComma: args.decimal_comma ?? false };
}

function parse(text: string, decimalPointIsComma: boolean, args: Arguments): Picture {
  const parsed = parsePicture(text, {
    decimalPointIsComma,
    blankWhenZero: args.blank_when_zero ?? false,
    currencySymbol: currencySymbolOf(text, args.currency_sign),
  });
  if (parsed.ok) return parsed.picture;
  throw refusedPicture(text, parsed.error);
}

function refusedPicture(text: string, { rule, message }: PictureError): ToolFailure {
  return new ToolFailure(`PICTURE ${preview(text)} is refused by rule ${rule}: ${message}`);
}

/** CURRENCY SIGN IS: a picture may spell its currency with the sign itself. */
function currencySymbolOf(picture: string, sign = '$'): string {
  const isUsed = !picture.includes('$') && upperCaseAscii(picture).includes(upperCaseAscii(sign));
  return isUsed && checkCurrencySymbol(sign) === undefined ? sign : '$';
}

function store(picture: Picture, amount: Decimal, printedCurrency: string, rounding: RoundingMode): string {
  const stored = storeRounded(picture, amount, rounding, { printedCurrency });
  if (stored.ok) return stored.text;
  throw sizeError(picture.text, stored.error);
}

function sizeError(picture: string, { message }: SizeError): ToolFailure {
  return new ToolFailure(`SIZE ERROR with PICTURE ${picture}: ${message} Nothing was cut off.`);
}

function roundingName(mode: RoundingMode): string {
  return mode === DEFAULT_ROUNDING ? 'ROUNDED' : mode === 'TRUNCATION' ? 'truncated' : `ROUNDED MODE ${mode}`;
}

function remark({ picture, currency, negative }: Arguments): string {
  if (picture !== undefined) return 'The brackets are ours, the blanks are COBOL.';
  if (currency?.toUpperCase() === 'CHF') return 'A PICTURE has no apostrophe, so blanks keep the groups apart.';
  if (negative === 'parentheses') return 'The parentheses are hand-made: no PICTURE can hold them.';
  return 'One clause, no dependencies.';
}
