import { describe, expect, it } from 'vitest';
import { failure, resultText, success } from './result.ts';

describe('results', () => {
  it('K1: a success has text and structure and no isError', () => {
    const result = success({ text: 'three', data: { sum: 3 } }, 100);
    expect(result).toStrictEqual({ content: [{ type: 'text', text: 'three' }], structuredContent: { sum: 3 } });
  });

  it('K1: a failure has text and isError', () => {
    expect(failure('No.', 100)).toStrictEqual({ content: [{ type: 'text', text: 'No.' }], isError: true });
  });

  it('both cap their text', () => {
    const content = [{ type: 'text', text: 'abc\n\n... (truncated)' }];
    expect(success({ text: 'abcdef', data: {} }, 3).content).toEqual(content);
    expect(failure('abcdef', 3).content).toEqual(content);
  });
});

describe('a result as JSON', () => {
  const data = { b: 'ü "quoted" \n', a: [1, { c: null }] };
  const text = JSON.stringify(data);

  it('is the same whether or not the tool has written its data itself', () => {
    for (const meta of [undefined, { truncated: true }]) {
      const plain = success({ text, data, ...(meta && { meta }) }, 1000);
      const ready = success({ text, data, dataText: text, ...(meta && { meta }) }, 1000);
      expect(JSON.parse(resultText(ready))).toEqual(JSON.parse(resultText(plain)));
      expect(JSON.parse(resultText(plain))).toEqual(plain);
    }
  });

  it('is made from the data that was cut', () => {
    const cut = success({ text, data, dataText: text }, 12);
    expect(JSON.parse(resultText(cut))).toEqual(cut);
  });
});
