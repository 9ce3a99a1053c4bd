// Prints how well each way to search does over queries.json, by the same code that serves: `node test/judge/quality.js [--tune]`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importTypeScript } from '../../scripts/import-typescript.js';

const { openJudge, HashedEmbedder, MiniLmEmbedder, Indexer, LexicalSearcher, fuse } = await importTypeScript(`
  export { openJudge } from './src/engines/judge/judge.ts';
  export { HashedEmbedder } from './src/engines/judge/embed/hashed.ts';
  export { MiniLmEmbedder } from './src/engines/judge/embed/minilm.ts';
  export { Indexer } from './src/engines/judge/search/indexer.ts';
  export { LexicalSearcher } from './src/engines/judge/search/lexical.ts';
  export { fuse } from './src/engines/judge/search/semantic.ts';
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
const minilm = await byMeaning(new MiniLmEmbedder());
const hashed = await byMeaning(new HashedEmbedder());

const rows = {
  'words (FTS5) alone': (at) => fuse({ ...found[at], meaning: [] }, 1, () => undefined),
  'fallback (hashes) alone': (at) => hashed[at].nearest,
  'fallback, fused with words': (at) => fused(hashed, at, HashedEmbedder.WORDS),
  'MiniLM alone': (at) => minilm[at].nearest,
  'MiniLM, fused with words': (at) => fused(minilm, at, MiniLmEmbedder.WORDS),
};
const ofKind = (wanted) => queries.flatMap(({ kind }, at) => (kind === wanted ? [at] : []));
const tuning = (kind) => ofKind(kind).filter((_, n) => n % 2 === 0);
const heldOut = (kind) => ofKind(kind).filter((_, n) => n % 2 === 1);
const parts = {
  'paraphrased, for tuning': tuning('paraphrase'),
  'paraphrased, held out': heldOut('paraphrase'),
  'asked, for tuning': tuning('asked'),
  'asked, held out': heldOut('asked'),
  'usual terms': ofKind('terms'),
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

async function byMeaning(embedder) {
  const vectors = judge.store.vectorsOf(embedder.id, embedder.dimensions);
  await new Indexer(embedder, vectors).run();
  const wanted = await embedder.embed(queries.map(({ query }) => query));
  await embedder.close();
  return wanted.map((vector) => ({
    nearest: vectors.nearest(vector, [], DEPTH),
    cosineOf: ({ source, id }) => vectors.similarity(vector, source, id),
  }));
}

function fused(meanings, at, words) {
  const { nearest, cosineOf } = meanings[at];
  return fuse({ ...found[at], meaning: nearest }, words, cosineOf);
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

/** Looks at the halves for tuning alone. */
function tune(name, meanings) {
  const chosen = [...tuning('paraphrase'), ...tuning('asked')];
  for (const words of [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.6, 0.8, 1, 2])
    console.log(`${name}: words ${words}: ${shown(quality(chosen, (at) => fused(meanings, at, words)))}`);
}
