import { describe, expect, it } from 'vitest';
import { failure, success } from './result.ts';

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
