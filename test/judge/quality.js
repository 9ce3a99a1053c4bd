// Prints how well each way to search does over queries.json, by the same code that serves: `node test/judge/quality.js [--tune]`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importTypeScript } from '../../scripts/import-typescript.js';

const { openJudge, HashedEmbedder, MiniLmEmbedder, Indexer, LexicalSearcher, fuse } = await importTypeScript(`
  export { openJudge } from './src/judge/judge.ts';
  export { HashedEmbedder } from './src/judge/embed/hashed.ts';
  export { MiniLmEmbedder } from './src/judge/embed/minilm.ts';
  export { Indexer } from './src/judge/search/indexer.ts';
  export { LexicalSearcher } from './src/judge/search/lexical.ts';
  export { fuse } from './src/judge/search/fusion.ts';
`);
const DEPTH = 50;
const queries = JSON.parse(readFileSync('test/judge/queries.json', 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'quartet-quality-'));
const file = join(folder, 'judge.db');
const judge = await openJudge({ file, version: '0', now: () => new Date(), trusted: true });
const slugs = new Map();
const slugOf = ({ source, id }) => {
  if (!slugs.has(id)) slugs.set(id, judge.store.find(source, id).slug);
  return slugs.get(id);
};

const lexical = new LexicalSearcher(judge.store);
const found = await Promise.all(
  queries.map(async ({ query }) => lexical.rankings(query, { sources: [], limit: DEPTH, threshold: 0 })),
);
const minilm = await nearest(new MiniLmEmbedder());
const hashed = await nearest(new HashedEmbedder());

const rows = {
  'words (FTS5) alone': (at) => fuse({ ...found[at], meaning: [] }, 1),
  'fallback (hashes) alone': (at) => hashed[at],
  'fallback, fused with words': (at) => fuse({ ...found[at], meaning: hashed[at] }, HashedEmbedder.WORDS),
  'MiniLM alone': (at) => minilm[at],
  'MiniLM, fused with words': (at) => fuse({ ...found[at], meaning: minilm[at] }, MiniLmEmbedder.WORDS),
};
const paraphrases = queries.flatMap(({ kind }, at) => (kind === 'paraphrase' ? [at] : []));
const terms = queries.flatMap(({ kind }, at) => (kind === 'terms' ? [at] : []));
const parts = {
  paraphrased: paraphrases,
  'of these for tuning': paraphrases.filter((_, n) => n % 2 === 0),
  'of these held out': paraphrases.filter((_, n) => n % 2 === 1),
  'usual terms': terms,
};
console.log(
  `| first / MRR | ${Object.entries(parts)
    .map(([name, part]) => `${name} (${part.length})`)
    .join(' | ')} |`,
);
for (const [name, ranking] of Object.entries(rows))
  console.log(
    `| ${name} | ${Object.values(parts)
      .map((part) => shown(quality(part, ranking)))
      .join(' | ')} |`,
  );

if (process.argv.includes('--tune'))
  for (const [name, meaning] of Object.entries({ MiniLM: minilm, hashes: hashed })) tune(name, meaning);
await judge.close();
rmSync(folder, { recursive: true, force: true });

async function nearest(embedder) {
  const vectors = judge.store.vectorsOf(embedder.id, embedder.dimensions);
  await new Indexer(embedder, vectors).run();
  const wanted = await embedder.embed(queries.map(({ query }) => query));
  await embedder.close();
  return wanted.map((vector) => vectors.nearest(vector, [], DEPTH));
}

function quality(part, ranking) {
  const ranks = part.map((at) => ranking(at).findIndex((hit) => queries[at].expected.includes(slugOf(hit))));
  const reciprocal = ranks.map((rank) => (rank < 0 || rank >= 10 ? 0 : 1 / (rank + 1)));
  return {
    first: ranks.filter((rank) => rank === 0).length / part.length,
    mrr: reciprocal.reduce((sum, value) => sum + value, 0) / part.length,
  };
}

function shown({ first, mrr }) {
  return `${Math.round(first * 100)}% / ${mrr.toFixed(3)}`;
}

function tune(name, meanings) {
  const tried = [];
  for (const words of [0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1, 2, 3, 5])
    for (const offset of [3, 5, 10, 20, 60]) {
      const ranking = (at) => fuse({ ...found[at], meaning: meanings[at] }, words, offset);
      tried.push({ words, offset, of: Object.values(parts).map((part) => quality(part, ranking)) });
    }
  tried.sort((a, b) => b.of[1].mrr - a.of[1].mrr);
  for (const { words, offset, of } of tried.slice(0, 8))
    console.log(`${name}: words ${words}, offset ${offset}: ${of.map(shown).join(' | ')}`);
}
