import { expect, it } from 'vitest';
import { keepingLog } from '../../../kernel/testing/toolsets.ts';
import { embeddedJudge } from './embedded.ts';

async function facts(env: Record<string, string>): Promise<Record<string, string>> {
  const told = (await embeddedJudge({}, keepingLog().log, env).facts?.()) ?? [];
  return Object.fromEntries(told.map(({ label, value }) => [label, value]));
}

it('tells where its database is and what it searches with, and no secret', async () => {
  expect(await facts({ QUARTET_JUDGE_DB: '/data/judge.db' })).toEqual({
    Database: '/data/judge.db',
    Embedder: expect.stringMatching(/^MiniLM, in a thread$|^hashes of words/),
  });
  const url = 'https://ann:secret@models.example.com/v1?key=secret';
  const env = {
    QUARTET_JUDGE_DB: 'x',
    QUARTET_EMBEDDINGS_URL: url,
    QUARTET_EMBEDDINGS_MODEL: 'nomic',
    QUARTET_EMBEDDINGS_KEY: 'secret',
  };
  expect((await facts(env)).Embedder).toBe('nomic, asked at models.example.com');
});
