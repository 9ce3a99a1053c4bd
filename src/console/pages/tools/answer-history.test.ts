import { expect, it } from 'vitest';
import { type CallAnswer, McpClient } from '../../mcp/client.ts';
import { AnswerHistory, historyOf } from './answer-history.ts';

const answer = (text: string): CallAnswer => ({
  text,
  texts: [text],
  data: undefined,
  meta: {},
  isError: false,
  raw: {},
  ms: 1,
});
const ended = (name: string, text = 'x') => ({ name, args: {}, at: new Date(0), answer: answer(text) });

it('the last calls are kept, the newest first, and found by their number', () => {
  const history = new AnswerHistory();
  for (let n = 1; n <= 25; n++) history.add(ended(`tool-${n}`));
  expect(history.calls).toHaveLength(20);
  expect(history.calls[0]?.name).toBe('tool-25');
  expect(history.find(6)?.name).toBe('tool-6');
  expect(history.find(5)).toBeUndefined();
});

it('large answers push out old ones, but the last one always stays', () => {
  const history = new AnswerHistory();
  history.add(ended('small'));
  history.add(ended('large', 'x'.repeat(7_000_000)));
  history.add(ended('larger', 'x'.repeat(7_000_000)));
  expect(history.calls.map(({ name }) => name)).toEqual(['larger']);
  history.add(ended('huge', 'x'.repeat(20_000_000)));
  expect(history.calls.map(({ name }) => name)).toEqual(['huge']);
});

it('somebody who signs in with another token sees none of the answers before', () => {
  const client = new McpClient('/mcp', 'one');
  historyOf(client).add(ended('read_content'));
  expect(historyOf(client).calls).toHaveLength(1);
  expect(historyOf(new McpClient('/mcp', 'other')).calls).toEqual([]);
});
