import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ExactNumber } from '../../kernel/json.ts';
import { decimalArgument } from './arguments.ts';

const argument = decimalArgument('A number');

describe('decimalArgument', () => {
  it('T8: keeps what the caller wrote beside the exact value', () => {
    expect(argument.parse(new ExactNumber('1.10'))).toEqual({ source: '1.10', value: { coefficient: 11n, scale: 1 } });
    expect(argument.parse(12.5)).toEqual({ source: '12.5', value: { coefficient: 125n, scale: 1 } });
    expect(argument.parse('-0.50')).toEqual({ source: '-0.50', value: { coefficient: -5n, scale: 1 } });
    expect(argument.parse(1e21)).toEqual({ source: '1e+21', value: { coefficient: 10n ** 21n, scale: 0 } });
  });

  it.each(['', ' ', 'abc', '1,234', '$5', '0x10', 'NaN', '1 2', '+5', null, true, [], {}, Number.NaN, undefined])(
    'K7: %j is not numeric',
    (raw) => {
      expect(argument.safeParse(raw).error?.issues.map(({ message }) => message)).toEqual([
        'a number such as 12, -0.5 or "12345678901234567890.01"; it must be numeric, without commas, blanks or currency signs',
      ]);
    },
  );

  it('A5: what is too large is told apart', () => {
    expect(argument.safeParse('1e1000').error?.issues.map(({ message }) => message)).toEqual([
      'at most 1000 digits written out in full (SIZE ERROR)',
    ]);
  });

  it('S3: is a required number or text to the outside', () => {
    const schema = z.toJSONSchema(z.object({ n: argument }), { io: 'input' });
    expect(schema).toMatchObject({
      properties: { n: { type: ['number', 'string'], description: 'A number' } },
      required: ['n'],
    });
  });
});
