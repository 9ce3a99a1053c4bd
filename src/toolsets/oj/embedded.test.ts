import { expect, test } from 'vitest';
import { ToolFailure } from '../../kernel/errors.ts';
import { ConfigurationFailure } from '../../lib/failures.ts';
import { EmbeddedJudge } from './embedded.ts';

const never = new AbortController().signal;

test('a judge whose database cannot be opened tells the caller why, is not ready, and is tried again', async () => {
  const sentence = 'The judge database judge.db is damaged. Remove it.';
  let isDamaged = true;
  const judge = new EmbeddedJudge({
    check: async () => {},
    open: async () => {
      if (isDamaged) throw new ConfigurationFailure(sentence);
      return { fetch: async () => new Response('{}'), close: async () => {} };
    },
  });
  await expect(judge.get('/status', never)).rejects.toThrow(new ToolFailure(sentence));
  await expect(judge.check()).rejects.toThrow(sentence);
  isDamaged = false;
  expect((await judge.get('/status', never)).status).toBe(200);
  await judge.check();
});

test('what nobody has foreseen stays an internal error', async () => {
  const failure = new Error('a bug');
  const judge = new EmbeddedJudge({ check: async () => {}, open: () => Promise.reject(failure) });
  await expect(judge.get('/status', never)).rejects.toBe(failure);
});
