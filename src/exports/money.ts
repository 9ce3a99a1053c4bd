/** Exact decimals, COBOL's rounding and PICTURE clauses, and its calendar: `quartet-mcp/money`. */

export { checkDate, type DateVerdict, type InvalidDate, type ValidDate } from '../engines/money/calendar.ts';
export {
  addDecimals,
  type Decimal,
  decimalToText,
  isNegative,
  isZero,
  parseDecimal,
} from '../engines/money/decimal.ts';
export { type FormattedMoney, formatMoney, type MoneyOptions } from '../engines/money/format.ts';
export {
  CURRENCIES,
  type MoneyStyle,
  moneyStyle,
  NEGATIVE_STYLES,
  type NegativeStyle,
} from '../engines/money/money.ts';
export type { EditOptions } from '../engines/money/picture/edit.ts';
export { type ParsedPicture, type Picture, type PictureOptions, parsePicture } from '../engines/money/picture/parse.ts';
export { type SizeError, type StoreResult, storeRounded } from '../engines/money/picture/store.ts';
export type { PictureError } from '../engines/money/picture/symbols.ts';
export { DEFAULT_ROUNDING, ROUNDING_MODES, type RoundingMode, roundDecimal } from '../engines/money/rounding.ts';
