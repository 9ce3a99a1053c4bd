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

test('tells about itself, but is not opened for that', async () => {
  let openings = 0;
  const platforms = [1200, 34].map((total) => ({ source: 'x', total, missing_content: 0, not_embedded: 0 }));
  const database = { label: 'Database', value: '/data/judge.db' };
  let status = 200;
  const judge = new EmbeddedJudge({
    check: async () => {},
    facts: () => [database],
    open: async () => {
      openings++;
      const fetch = async () => Response.json(status === 200 ? { version: '1', platforms } : {}, { status });
      return { fetch, close: async () => {} };
    },
  });
  const first = [{ label: 'Judge', value: 'inside of this program' }, database];
  expect(await judge.facts()).toEqual([...first, { label: 'Problems', value: 'counted after the first call' }]);
  expect(openings).toBe(0);
  await judge.get('/status', never);
  expect(await judge.facts()).toEqual([...first, { label: 'Problems', value: '1,234' }]);
  status = 500;
  const silent = { label: 'Problems', value: 'the judge does not answer', state: 'failing' };
  expect(await judge.facts()).toEqual([...first, silent]);
});

test('tells that its database cannot be opened, and waits for no opening', async () => {
  const closed = new EmbeddedJudge({ check: async () => {}, open: () => Promise.reject(new Error('damaged')) });
  await expect(closed.get('/status', never)).rejects.toThrow('damaged');
  expect((await closed.facts()).at(-1)).toMatchObject({ value: 'the database cannot be opened', state: 'failing' });
  const slow = new EmbeddedJudge({ check: async () => {}, open: () => new Promise(() => {}) });
  void slow.get('/status', never);
  expect((await slow.facts()).at(-1)).toMatchObject({ value: 'counted after the first call' });
});
