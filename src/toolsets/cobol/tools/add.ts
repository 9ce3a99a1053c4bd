import * as z from 'zod';
import { addDecimals, decimalToText } from '../../../engines/money/decimal.ts';
import { defineTool, pure } from '../../../kernel/tool.ts';
import { decimalArgument, type Operand } from '../arguments.ts';

const LONGEST_ECHO = 80;

export const add = defineTool({
  name: 'add',
  title: 'Add two numbers exactly',
  description:
    'Adds two numbers exactly, in decimal, at any size up to 1,000 digits: 0.1 + 0.2 is 0.3. ' +
    'Numeric strings are welcome. Modern languages have been working on this since 1959.',
  input: z.object({
    a: decimalArgument('First number'),
    b: decimalArgument('Second number'),
  }),
  output: z.object({
    a: z.string().describe('First number in plain notation'),
    b: z.string().describe('Second number in plain notation'),
    sum: z.string().describe('Exact sum in plain notation'),
  }),
  annotations: pure,
  exactNumbers: true,
  run: ({ a, b }) => {
    const sum = decimalToText(addDecimals(a.value, b.value));
    return {
      text: `COBOL reports: ADD ${asReceived(a)} TO ${asReceived(b)} GIVING ${sum}`,
      data: { a: decimalToText(a.value), b: decimalToText(b.value), sum },
    };
  },
});

function asReceived({ source, value }: Operand): string {
  return source.length <= LONGEST_ECHO ? source : decimalToText(value);
}
