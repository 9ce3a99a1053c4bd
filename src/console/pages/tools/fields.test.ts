import { describe, expect, it } from 'vitest';
import { isText } from '../../../common/json-schema.ts';
import { fieldsOf } from './fields.ts';
import { formValues, readForm, valuesForQuery, valuesFromQuery } from './form-values.ts';

const schema = {
  type: 'object',
  properties: {
    limit: { type: ['integer', 'null'], minimum: 1, description: 'How many' },
    amount: { type: ['number', 'string'] },
    query: { type: 'string' },
    content: { type: 'string' },
    strict: { type: ['boolean', 'null'] },
    kind: { type: 'string', enum: ['pdf', 'code'] },
    scope: { anyOf: [{ type: 'string', enum: ['file', 'book'] }, { type: 'null' }] },
    level: { enum: [1, 2, '1'] },
    tags: { type: ['array', 'null'], items: { type: 'string' } },
    where: { type: ['object', 'null'], properties: {} },
    threshold: { type: ['number', 'null'] },
    anything: {},
  },
  required: ['amount', 'query', 'content', 'kind'],
} as const;
const fields = fieldsOf(schema);

describe('the fields of a form', () => {
  it('ask for each argument as its schema says, those that are needed first', () => {
    expect(fields.map(({ name, kind, required }) => `${name}: ${kind}${required ? '!' : ''}`)).toEqual([
      'amount: number or text!',
      'query: text!',
      'content: long text!',
      'kind: choice!',
      'limit: integer',
      'strict: yes or no',
      'scope: choice',
      'level: choice',
      'tags: list',
      'where: JSON',
      'threshold: number',
      'anything: JSON',
    ]);
    expect(fields.find(({ name }) => name === 'scope')?.choices).toEqual(['file', 'book']);
    expect(fields.find(({ name }) => name === 'limit')?.hint).toBe('How many');
    expect(fieldsOf({ type: 'object' })).toEqual([]);
  });

  it('tell texts from what may be something else', () => {
    expect(isText({ type: ['string', 'null'] })).toBe(true);
    expect(isText({ anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] })).toBe(true);
    expect(isText({ type: ['number', 'string'] })).toBe(false);
    expect(isText({})).toBe(false);
  });
});

describe('a filled-in form', () => {
  const needed = { amount: '1', query: 'x', kind: 'pdf' };
  const read = (values: Record<string, string>) => readForm(fields, { ...needed, ...values });

  it('gives the arguments, without those that are empty', () => {
    expect(read({})).toEqual({ args: { amount: 1, query: 'x', kind: 'pdf', content: '' }, problems: {} });
    expect(
      read({
        content: '# A\n',
        limit: '5',
        strict: 'false',
        scope: 'book',
        level: '2',
        tags: 'a\n\nb c',
        where: '{"x": [1]}',
        threshold: '-0.5e1',
        anything: 'null',
      }).args,
    ).toEqual({
      ...needed,
      amount: 1,
      content: '# A\n',
      limit: 5,
      strict: false,
      scope: 'book',
      level: 2,
      tags: ['a', 'b c'],
      where: { x: [1] },
      threshold: -5,
      anything: null,
    });
  });

  it.each([
    ['0.1', 0.1],
    ['-12', -12],
    ['1e21', '1e21'],
    ['0.10', '0.10'],
    ['9007199254740993', '9007199254740993'],
    ['12,5', '12,5'],
    [' 1', ' 1'],
    ['-0', '-0'],
  ])('sends %j as a number only where no digit is lost', (text, value) => {
    expect(read({ amount: text }).args.amount).toBe(value);
  });

  it('says what cannot be read, and what is missing', () => {
    expect(readForm(fields, { limit: '5.5', threshold: 'x', where: '{', scope: 'chapter', strict: 'maybe' })).toEqual({
      args: { content: '' },
      problems: {
        amount: 'This one is needed.',
        query: 'This one is needed.',
        kind: 'This one is needed.',
        limit: 'A whole number, such as 12.',
        strict: 'Yes or no.',
        scope: 'Choose one of the list.',
        where: 'This is not JSON. Texts stand in double quotes: ["a", "b"].',
        threshold: 'A number, such as 12 or -0.5.',
      },
    });
  });

  it('comes back as it was, from arguments and from an address', () => {
    const args = {
      amount: '0.10',
      query: 'x',
      kind: 'code',
      content: 'a\nb',
      tags: ['a', 'b'],
      where: { a: 1 },
      level: 2,
    };
    expect(readForm(fields, formValues(fields, args))).toEqual({ args, problems: {} });
    const { query, whole } = valuesForQuery(formValues(fields, args));
    expect(whole).toBe(true);
    expect(readForm(fields, valuesFromQuery(fields, new URLSearchParams(query))).args).toEqual(args);
  });

  it('takes from an address only what the tool knows', () => {
    expect(valuesFromQuery(fields, new URLSearchParams('query=a%26b&__proto__=x&unknown=1'))).toEqual({ query: 'a&b' });
  });

  it('leaves long texts out of addresses', () => {
    expect(valuesForQuery({ query: 'x', content: 'y'.repeat(3000), limit: '' })).toEqual({
      query: { query: 'x' },
      whole: false,
    });
  });
});
