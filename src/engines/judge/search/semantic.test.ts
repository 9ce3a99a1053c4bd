import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import known from '../catalogue/vectors.json' with { type: 'json' };
import type { Embedder } from '../embed/embedder.ts';
import { HashedEmbedder } from '../embed/hashed.ts';
import { hasMiniLm, MiniLmEmbedder } from '../embed/minilm.ts';
import { Sqlite } from '../store/sqlite.ts';
import { NOON, problem, temporaryFile } from '../store/testing/problems.ts';
import { Vectors } from '../store/vectors.ts';
import { temporaryJudge } from '../testing/judge.ts';
import { normalised } from '../vector.ts';
import { chunksOf } from './chunks.ts';
import { packVector, textHash } from './known.ts';

const TEXT = '/api/v1/similar?q=';
interface Result {
  id: string;
  source: string;
  similarity: number;
}
const namesOf = (body: { results: Result[] }) => body.results.map(({ source, id }) => `${source}:${id}`);

/** Understands animals: texts about the same one have the same vector. */
class AnimalEmbedder implements Embedder {
  readonly dimensions = 8;
  readonly words = 0.2;
  readonly embedded: string[] = [];
  constructor(
    readonly id = 'animals',
    private readonly fails: (text: string) => boolean = () => false,
  ) {}
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    if (texts.some(this.fails)) throw new Error('cannot embed this');
    this.embedded.push(...texts);
    const about = [/wombat|marsupial/i, /cat|feline/i, /dog|hound/i];
    return texts.map((text) => normalised([...about.map((animal) => (animal.test(text) ? 1 : -0.1)), 0, 0, 0, 0, 0]));
  }
  async close(): Promise<void> {}
}

const zoo = [
  problem({ id: '1', title: 'Wombats', content: 'Count the wombats.' }),
  problem({ id: '2', title: 'Cats', content: 'Count the cats.' }),
  problem({ source: 'luogu', id: 'P3', title: 'Dogs', content: 'Count the dogs.' }),
];
const judgeWith = (embedder: Embedder, problems = zoo) => temporaryJudge(problems, { embedder: async () => embedder });

describe('B4 search by meaning', () => {
  test('B4 finds what has no word in common, with its cosine, and says what was searched', async () => {
    const { get } = await judgeWith(new AnimalEmbedder());
    const { body } = await get(`${TEXT}a%20%20feline&limit=2&source=leetcode,luogu`);
    expect(body.rewritten_query).toBe('a feline');
    expect(body.results[0]).toMatchObject({ source: 'leetcode', id: '2', similarity: 1 });
    expect(body.results[1].similarity).toBeLessThan(0.5);
  });

  test('B4 similarities lie in 0..1 and never rise; the threshold holds', async () => {
    const { get } = await judgeWith(new AnimalEmbedder());
    for (const query of ['marsupial', 'count', 'hound and cat']) {
      const { body } = await get(`${TEXT}${encodeURIComponent(query)}&limit=50`);
      const all = body.results.map(({ similarity }: Result) => similarity);
      expect(all).toEqual([...all].sort((a: number, b: number) => b - a));
      for (const one of all) expect(one >= 0 && one <= 1).toBe(true);
      const { body: fewer } = await get(`${TEXT}${encodeURIComponent(query)}&limit=50&threshold=0.6`);
      for (const { similarity } of fewer.results) expect(similarity).toBeGreaterThanOrEqual(0.6);
    }
  });

  test('B4 filters by source before it takes the best', async () => {
    const many = Array.from({ length: 600 }, (_, i) => problem({ id: String(i + 10), title: 'Dog', content: 'dog' }));
    const { get, index } = await judgeWith(new AnimalEmbedder(), [...zoo, ...many]);
    await index();
    expect(namesOf((await get(`${TEXT}hound&limit=1&source=luogu`)).body)).toEqual(['luogu:P3']);
  });

  test('B4 finds problems like a known one, without itself', async () => {
    const twin = problem({ id: '4', title: 'Felines', content: 'How many felines?' });
    const { get } = await judgeWith(new AnimalEmbedder(), [...zoo, twin]);
    const { body } = await get('/api/v1/similar/leetcode/2?limit=3');
    expect(namesOf(body)[0]).toBe('leetcode:4');
    expect(namesOf(body)).not.toContain('leetcode:2');
    expect(body.rewritten_query).toBe('Cats');
  });

  test('B4 a name that is typed comes first', async () => {
    const { get } = await judgeWith(new AnimalEmbedder());
    expect(namesOf((await get(`${TEXT}Lighthouse%20Ledger&limit=1`)).body)).toEqual(['quartet:1']);
  });
});

describe('the index', () => {
  test('goes on where it was stopped, and makes no vector twice', async () => {
    const first = new AnimalEmbedder();
    const judge = await judgeWith(first);
    await judge.index();
    const texts = first.embedded.length;
    expect(texts).toBeGreaterThan(174);
    await judge.index();
    expect(first.embedded).toHaveLength(texts);
    judge.store.write([problem({ id: '2', title: 'Cats', content: 'Changed: a dog.' })], 'overwrite');
    await judge.index();
    expect(first.embedded.slice(texts)).toEqual(['Cats. Changed: a dog.']);
    expect((await judge.get(`${TEXT}feline&limit=1&source=leetcode`)).body.results).toHaveLength(1);
    expect(
      (await judge.get('/status')).body.platforms.map((one: { not_embedded: number }) => one.not_embedded),
    ).toEqual([0, 0, 0]);
  });

  test('never mixes the vectors of two embedders', async () => {
    const judge = await judgeWith(new AnimalEmbedder());
    await judge.index();
    const other = judge.store.vectorsOf('other', 8);
    expect(other.coverage().embedded).toBe(0);
    expect(other.nearest(normalised([0, 1, 0, 0, 0, 0, 0, 0]), [], 10)).toEqual([]);
    expect(judge.store.vectorsOf('animals', 8).nearest(normalised([0, 1, 0, 0, 0, 0, 0, 0]), [], 1)).toMatchObject([
      { id: '2' },
    ]);
  });

  test('passes over a problem that cannot be embedded, and says so', async () => {
    const failures: unknown[] = [];
    const embedder = new AnimalEmbedder('picky', (text) => text.includes('dogs'));
    const judge = await temporaryJudge(zoo, { embedder: async () => embedder, onFailure: (one) => failures.push(one) });
    await judge.index();
    expect(failures).toHaveLength(1);
    expect(judge.store.vectorsOf('picky', 8).coverage()).toEqual({ embedded: 177, total: 177 });
  });

  test('forgets removed problems', async () => {
    const judge = await judgeWith(new AnimalEmbedder());
    await judge.index();
    judge.store.removeOthers('luogu', []);
    expect(namesOf((await judge.get(`${TEXT}hound&source=luogu`)).body)).toEqual([]);
  });
});

describe('without vectors', () => {
  test('words alone are searched, and the answer says so', async () => {
    const failures: unknown[] = [];
    const embedder = async () => {
      throw new Error('no such model');
    };
    const judge = await temporaryJudge(zoo, { embedder, onFailure: (failure) => failures.push(failure) });
    const { body } = await judge.get(`${TEXT}count%20the%20wombats`);
    expect(body.rewritten_query).toBe('count wombats (by words only: the model cannot be used)');
    expect(namesOf(body)[0]).toBe('leetcode:1');
    expect(failures).toHaveLength(1);
    expect((await judge.get('/api/v1/similar/leetcode/1')).body.rewritten_query).toContain('by words only');
  });

  test('a search while they are made says what is missing', async () => {
    let release = () => {};
    const blocked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = new AnimalEmbedder('slow');
    const embed = slow.embed.bind(slow);
    slow.embed = async (texts) => {
      await blocked;
      return embed(texts);
    };
    onTestFinished(release);
    const { get } = await judgeWith(slow);
    const { body } = await get(`${TEXT}wombats`);
    expect(body.rewritten_query).toBe('wombats (by words only: the vectors of 177 problems are still being made)');
    expect(namesOf(body)).toContain('leetcode:1');
    const began = performance.now();
    expect((await get(`${TEXT}wombats`)).body).toEqual(body);
    expect(performance.now() - began).toBeLessThan(1000);
  });

  test('where others have vectors, a search does not wait for those of a new problem', async () => {
    const slow = new AnimalEmbedder('slow');
    const embed = slow.embed.bind(slow);
    slow.embed = (texts) => (texts.some((text) => text.includes('Never')) ? new Promise(() => {}) : embed(texts));
    const { get, index, store } = await judgeWith(slow);
    await index();
    store.write([problem({ id: '9', title: 'Never', content: 'Never done.' })], 'keep');
    const began = performance.now();
    const { body } = await get(`${TEXT}feline&limit=1`);
    expect(performance.now() - began).toBeLessThan(1000);
    expect(body.rewritten_query).toBe('feline (1 of 178 problems by words only: their vectors are still being made)');
    expect(namesOf(body)).toEqual(['leetcode:2']);
  });
});

test('without sqlite-vec all vectors are compared, with the same results', async () => {
  const file = temporaryFile();
  const embedder = new HashedEmbedder();
  const judge = await temporaryJudge(zoo, { file, embedder: async () => embedder });
  await judge.index();
  const bare = new Sqlite(new DatabaseSync(file));
  onTestFinished(() => bare.close());
  const compared = new Vectors(bare, embedder.id, embedder.dimensions, () => NOON);
  const quick = judge.store.vectorsOf(embedder.id, embedder.dimensions);
  expect(judge.store.vectors().sqlite_vec).toBe(true);
  for (const query of ['count the wombats', 'shortest path with tolls', 'cats']) {
    const [vector = new Float32Array()] = await embedder.embed([query]);
    for (const sources of [[], ['leetcode'], ['luogu', 'quartet']]) {
      const found = compared.nearest(vector, sources, 5);
      expect(found.length).toBeGreaterThan(0);
      expect(found).toEqual(quick.nearest(vector, sources, 5));
    }
  }
  bare.run("delete from problems where source = 'luogu'");
  expect(quick.nearest(new Float32Array(384).fill(0.05), ['luogu'], 5)).toEqual([]);
});

test('a vector in a byte a number is nearly the same', () => {
  const vector = normalised(Array.from({ length: 384 }, (_, i) => Math.sin(i * i)));
  const unpacked = normalised(new Int8Array(Buffer.from(packVector(vector), 'base64')));
  expect(unpacked.reduce((sum, x, i) => sum + x * (vector[i] ?? 0), 0)).toBeGreaterThan(0.9999);
});

describe.skipIf(!hasMiniLm())('the vectors that come with Quartet', () => {
  test('are there for every text of the catalogue, and what the model makes of it', async () => {
    const judge = await temporaryJudge();
    const embedder = new MiniLmEmbedder();
    onTestFinished(() => embedder.close());
    const texts = judge.store.vectorsOf(embedder.id, 384).missing(1000).flatMap(chunksOf);
    expect(known.embedder).toBe(embedder.id);
    const hashes: Record<string, string> = known.vectors;
    expect(texts.filter((text) => hashes[textHash(text)] === undefined)).toEqual([]);
    const sample = texts.filter((_, at) => at % 60 === 0);
    for (const [at, vector] of (await embedder.embed(sample)).entries()) {
      const packed = new Int8Array(Buffer.from(hashes[textHash(sample[at] ?? '')] ?? '', 'base64'));
      const cosine = normalised(packed).reduce((sum, x, i) => sum + x * (vector[i] ?? 0), 0);
      expect(cosine).toBeGreaterThan(0.999);
    }
  });

  test('let the first search be one by meaning', async () => {
    const { get } = await temporaryJudge([], { embedder: async () => new MiniLmEmbedder() });
    const { body } = await get(`${TEXT}tight%20string%20around%20nails%20in%20a%20board&limit=3`);
    expect(body.rewritten_query).toBe('tight string around nails in a board');
  });
});
