import { MAX_PLAIN_DIGITS } from '../../engines/money/decimal.ts';
import { defineToolset } from '../../kernel/toolset.ts';
import { add } from './tools/add.ts';
import { formatCurrency } from './tools/format_currency.ts';
import { validateDate } from './tools/validate_date.ts';

/** IDENTIFICATION DIVISION. PROGRAM-ID. COBOL-MCP-SERVER. */
export const cobol = defineToolset({
  id: 'cobol',
  server: { name: 'cobol-mcp-server', title: 'COBOL' },
  instructions: `COBOL does sums, money and dates exactly.
- add: exact decimal sums of any size. Use it instead of adding in your head, and pass long numbers as strings.
- format_currency: an amount as money. Give a currency code, or a PICTURE of your own for columns, CR/DB and cheques.
- validate_date: checks YYYYMMDD, and tells weekday and day of the year.
Results are final values: quote them as they are, do not round them again.`,
  /** PROCEDURE DIVISION. The DATA DIVISION is in money.ts. */
  tools: [add, formatCurrency, validateDate],
  /** ENVIRONMENT DIVISION. None is needed. */
  open: () => undefined,
  facts: () => [{ label: 'Decimals', value: `exact, up to ${MAX_PLAIN_DIGITS} digits; no floating point` }],
});
