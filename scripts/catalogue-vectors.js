// Makes src/engines/judge/catalogue/vectors.json anew: to be run when the catalogue, the chunks or the model have changed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importTypeScript } from './import-typescript.js';

const { openJudge, MiniLmEmbedder, chunksOf, packVector, textHash } = await importTypeScript(`
  export { openJudge } from './src/engines/judge/judge.ts';
  export { MiniLmEmbedder } from './src/engines/judge/embed/minilm.ts';
  export { chunksOf } from './src/engines/judge/search/chunks.ts';
  export { packVector, textHash } from './src/engines/judge/search/known.ts';
`);

const folder = mkdtempSync(join(tmpdir(), 'quartet-vectors-'));
const judge = await openJudge({ file: join(folder, 'judge.db'), version: '0', now: () => new Date(), trusted: true });
const embedder = new MiniLmEmbedder();
const texts = judge.store.vectorsOf(embedder.id, embedder.dimensions).missing(10_000).flatMap(chunksOf);
const vectors = await embedder.embed(texts);
const packed = texts.map((text, at) => [textHash(text), packVector(vectors[at])]).sort(([a], [b]) => (a < b ? -1 : 1));
const file = { embedder: embedder.id, vectors: Object.fromEntries(packed) };
writeFileSync('src/engines/judge/catalogue/vectors.json', `${JSON.stringify(file, undefined, 2)}\n`);
console.log(`${texts.length} vectors`);
await embedder.close();
await judge.close();
rmSync(folder, { recursive: true, force: true });
