import { expect, it } from 'vitest';
import type { CallAnswer } from '../../mcp/client.ts';
import { formsOf } from './answer-forms.ts';

const forms = (text: string, more: Partial<CallAnswer> = {}) =>
  formsOf({ text, texts: [text], data: {}, meta: {}, isError: false, raw: {}, ms: 1, ...more }).map(({ id }) => id);

it.each([
  ['Markdown is for reading', '# A title\n\nWords.', ['read', 'text', 'structure', 'rpc']],
  ['a table is for reading', 'Rows:\n\n| a | b |\n|---|---|\n', ['read', 'text', 'structure', 'rpc']],
  ['JSON is for unfolding', '[{"a":1}]', ['structure', 'text', 'rpc']],
  ['what only looks like JSON is text', '[$1,234.50CR]\nPICTURE $$,$$9.99CR.', ['text', 'structure', 'rpc']],
  ['a sentence is text', 'COBOL reports: 3', ['text', 'structure', 'rpc']],
  ['what is long is text', `# A title\n\n${'Words. '.repeat(20_000)}`, ['text', 'structure', 'rpc']],
])('%s', (_, text, wanted) => {
  expect(forms(text)).toEqual(wanted);
});

it('a failure has no structure, and is not rendered', () => {
  expect(forms('# No', { isError: true, data: undefined })).toEqual(['text', 'rpc']);
  expect(formsOf(undefined)).toEqual([]);
});
