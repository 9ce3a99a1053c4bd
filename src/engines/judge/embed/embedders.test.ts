import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { normalised } from '../vector.ts';
import { openEndpoint } from './endpoint.ts';
import { HashedEmbedder } from './hashed.ts';
import { hasMiniLm, MiniLmEmbedder } from './minilm.ts';

const lengthOf = (vector: Float32Array) => Math.hypot(...vector);
const cosine = (a: Float32Array = new Float32Array(), b = a) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

test('any vector gets the length 1 and whole bytes of signs', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 1 }), (numbers) => {
      const vector = normalised(numbers);
      expect(vector.length % 8).toBe(0);
      if (Math.hypot(...numbers) > 1e-6) expect(lengthOf(vector)).toBeCloseTo(1, 3);
    }),
  );
});

describe('hashes', () => {
  test('are the same each time, of length 1, and close for texts that share words', async () => {
    const [a, again, near, far] = await new HashedEmbedder().embed([
      'shortest path in a graph',
      'shortest path in a graph',
      'the shortest paths of graphs',
      'poker hands of five cards',
    ]);
    expect(again).toEqual(a);
    expect(lengthOf(a ?? new Float32Array())).toBeCloseTo(1, 5);
    expect(cosine(a, near)).toBeGreaterThan(cosine(a, far) + 0.3);
  });
});

describe.skipIf(!hasMiniLm())('MiniLM', () => {
  test('knows synonyms, tells how long it took to load, and fails what waits when it is closed', async () => {
    const loads: number[] = [];
    const embedder = new MiniLmEmbedder({ onLoaded: (milliseconds) => loads.push(milliseconds) });
    onTestFinished(() => embedder.close());
    const [a, near, far] = await embedder.embed(['a cheap automobile', 'an inexpensive car', 'the river at night']);
    expect(lengthOf(a ?? new Float32Array())).toBeCloseTo(1, 5);
    expect(cosine(a, near)).toBeGreaterThan(cosine(a, far) + 0.3);
    expect(loads).toHaveLength(1);
    const waiting = expect(embedder.embed(['x'])).rejects.toThrow('closed');
    await embedder.close();
    await waiting;
  });
});

test('a thread that cannot load its model says why', async () => {
  const workerUrl = new URL('data:text/javascript,throw new Error("no weights")');
  const embedder = new MiniLmEmbedder({ workerUrl });
  await expect(embedder.embed(['x'])).rejects.toThrow('no weights');
});

describe('an endpoint', () => {
  const serve = async (answer: (body: { model: string; input: string[] }) => unknown) => {
    const heard: { url: string | undefined; authorization: string | undefined }[] = [];
    const server = createServer((request, response) => {
      heard.push({ url: request.url, authorization: request.headers.authorization });
      let text = '';
      request.on('data', (chunk) => {
        text += String(chunk);
      });
      request.on('end', () => {
        const body = answer(JSON.parse(text) as { model: string; input: string[] });
        if (typeof body === 'number') response.statusCode = body;
        response.end(JSON.stringify(body));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`, heard };
  };

  test('is asked as OpenAI is, and its vectors are put in order and normalised', async () => {
    const { url, heard } = await serve(({ input }) => ({
      data: input.map((text, index) => ({ index, embedding: [text.length, 0, 0, 0, 0, 0, 0, 4] })).reverse(),
    }));
    const embedder = await openEndpoint({ url, model: 'm', key: 'secret' });
    expect(embedder).toMatchObject({ id: `${url.slice(0, -1)} m:8`, dimensions: 8 });
    const [first, second] = await embedder.embed(['abc', '']);
    expect([first?.[0], second?.[0]]).toEqual([expect.closeTo(0.6, 5), 0]);
    expect(heard[0]).toEqual({ url: '/v1/embeddings', authorization: 'Bearer secret' });
  });

  test('that sends us to another origin is refused, and the other is not asked', async () => {
    const { url: other, heard } = await serve(({ input }) => ({ data: input.map(() => ({ embedding: [1] })) }));
    const server = createServer((_, response) => response.writeHead(307, { location: `${other}embeddings` }).end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    await expect(openEndpoint({ url, model: 'm', key: 'secret' })).rejects.toThrow('within its own origin');
    expect(heard).toEqual([]);
  });

  test.each([
    [500, 'the embeddings endpoint answered 500'],
    [{ data: [] }, 'did not answer with "data" for 1 texts'],
    [{ data: [{ embedding: ['x'] }] }, 'sent an "embedding" that is no list of numbers'],
  ])('that answers %j is refused', async (body, message) => {
    const { url } = await serve(() => body);
    await expect(openEndpoint({ url, model: 'm' })).rejects.toThrow(message);
  });
});
