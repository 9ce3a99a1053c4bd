import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, describe, expect, it } from 'vitest';
import { estimateTokens } from '../../src/console/ui/token-estimate.ts';
import { temporaryFolder } from '../../src/engines/filesearch/testing/folders.ts';
import { HashedEmbedder } from '../../src/engines/judge/embed/hashed.ts';
import { openJudge } from '../../src/engines/judge/judge.ts';
import { Dispatcher } from '../../src/kernel/dispatch.ts';
import { keepingLog, origin } from '../../src/kernel/testing/toolsets.ts';
import { libraryTools } from '../../src/toolsets/books/tools/testing/library.ts';
import { format } from '../../src/toolsets/cobol/tools/testing/call.ts';
import { EmbeddedJudge } from '../../src/toolsets/oj/embedded.ts';
import { oj } from '../../src/toolsets/oj/index.ts';
import { ask as askSpotlight } from '../../src/toolsets/spotlight/tools/testing/call.ts';

const docs = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const files = temporaryFolder({
  'notes/meeting.txt': 'Ada said that the engine weaves algebraic patterns.\n',
  'notes/cobol.md': docs('cobol.md'),
  'notes/books.md': docs('books.md'),
});
const folder = mkdtempSync(join(tmpdir(), 'quartet-estimate-'));
const judge = new EmbeddedJudge({
  open: async () => {
    const embedder = async () => new HashedEmbedder();
    const opened = await openJudge({
      file: join(folder, 'judge.db'),
      version: '1.2.3',
      now: () => new Date(),
      trusted: true,
      embedder,
    });
    await opened.index();
    return opened;
  },
  check: async () => {},
});
const library = libraryTools();
afterAll(async () => {
  await judge.close();
  rmSync(folder, { recursive: true, force: true });
});

const ofJudge = (name: string, args: unknown) =>
  new Dispatcher([{ toolset: oj, world: { judge, now: () => new Date() } }], { log: keepingLog().log }).call(
    name,
    args,
    origin(),
  );

const BOOK = { book_id: 'ai-python' };

async function ofBooks(name: string, args: object): Promise<string> {
  for (const [at, page] of ['cobol.md', 'books.md', 'oj.md'].entries()) {
    await library.write(`content/01-Part/01-Chapter/0${at + 1}-lesson.md`, docs(page));
  }
  return JSON.stringify(await library.call(name, { ...BOOK, ...args }));
}

const ANSWERS: Record<string, () => Promise<string>> = {
  'format_currency, text': async () => (await format({ amount: '-1234.5', picture: '$$,$$9.99CR' })).text,
  'format_currency, structure': async () => JSON.stringify((await format({ amount: '1234567.89' })).data),
  'get_problem, text': async () =>
    (await ofJudge('get_problem', { source: 'quartet', id: '1' })).content[0]?.text ?? '',
  'get_problem, structure': async () =>
    JSON.stringify((await ofJudge('get_problem', { source: 'quartet', id: '48' })).structuredContent),
  find_similar_problems: async () =>
    (await ofJudge('find_similar_problems', { query: 'shortest path in a grid' })).content[0]?.text ?? '',
  get_platform_status: async () => (await ofJudge('get_platform_status', {})).content[0]?.text ?? '',
  read_content: () => ofBooks('read_content', { path: 'content/01-Part/01-Chapter/02-lesson.md' }),
  grep_search: () => ofBooks('grep_search', { pattern: 'lesson' }),
  delta_build: () => ofBooks('delta_build', { since: '2020-01-01T00:00:00Z' }),
  search: async () => (await askSpotlight('search', { query: 'the', scope: files })).text,
  get_metadata: async () => (await askSpotlight('get_metadata', { path: join(files, 'notes/cobol.md') })).text,
};

describe('the estimate of tokens', () => {
  it.each(Object.keys(ANSWERS))('comes within 15 percent of o200k_base for %s', async (name) => {
    const text = (await ANSWERS[name]?.()) ?? '';
    const counted = countTokens(text);
    expect(counted).toBeGreaterThan(20);
    expect(estimateTokens(text) / counted).toBeGreaterThan(0.85);
    expect(estimateTokens(text) / counted).toBeLessThan(1.15);
  });

  it('is nothing for nothing, and grows with a long text without reading all of it', () => {
    expect(estimateTokens('')).toBe(0);
    const text = docs('books.md');
    const long = text.repeat(Math.ceil(2_000_000 / text.length));
    const ratio = estimateTokens(long) / (estimateTokens(text) * (long.length / text.length));
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
  });
});
