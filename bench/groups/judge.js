import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importTypeScript } from '../../scripts/import-typescript.js';
import { judgeRequests } from '../measurements/judge-requests.js';
import { atMost } from '../report/targets.js';
import { median } from '../statistics.js';

const PROBLEMS = 30_000;
const SAMPLE = 40;
const SIMILAR = 'similar, by text';
const SIMILAR_ID = 'similar, by problem';
const LIST = 'list, a page of a filter';
const RESOLVE = 'resolve, a URL';

/** The judge on a store of synthetic problems; nothing is built before it is measured. */
export const judge = {
  title: 'The embedded judge, 30,000 problems',
  about: `Synthetic problems of 60 words out of 4,000, each with its vector, asked in process as \`quartet all\` does. The vectors
are hashes of 384 numbers, as long as those of MiniLM, so that a search does the same work; the vector of the query takes
no time this way ("with the vector ready"), and with MiniLM as long as it says below.`,
  rows: [SIMILAR, SIMILAR_ID, LIST, RESOLVE].map((name) => ({ name })),
  measurements: [{ ...judgeRequests, run: measured }],
  targets: ({ judgeRequests: samples }) => [
    atMost('similar by text, p50 ms', 40, median(samples[SIMILAR])),
    atMost('similar by problem, p50 ms', 40, median(samples[SIMILAR_ID])),
    atMost('list, p50 ms', 10, median(samples[LIST])),
    atMost('resolve, p50 ms', 2, median(samples[RESOLVE])),
  ],
  notes: [],
};

async function measured(rows, effort) {
  const { openJudge, HashedEmbedder, MiniLmEmbedder } = await importTypeScript(`
    export { openJudge } from './src/engines/judge/judge.ts';
    export { HashedEmbedder } from './src/engines/judge/embed/hashed.ts';
    export { MiniLmEmbedder } from './src/engines/judge/embed/minilm.ts';
  `);
  const folder = mkdtempSync(join(tmpdir(), 'quartet-bench-judge-'));
  const opened = await openJudge({
    file: join(folder, 'judge.db'),
    version: '0',
    now: () => new Date(),
    trusted: true,
    embedder: async () => new HashedEmbedder(),
  });
  try {
    const stored = await rateOf(PROBLEMS, async () => opened.store.write(problems(), 'keep'));
    const indexed = await rateOf(PROBLEMS, () => opened.index());
    const model = await modelSpeed(new MiniLmEmbedder());
    judge.notes = [
      `Stored: ${stored} problems/s. Index built with hashes: ${indexed} problems/s. MiniLM: ${model.load} ms to load, ` +
        `${model.query} ms for a query, ${model.rate} statements of 60 words/s in one thread.`,
    ];
    return await judgeRequests.run(
      rows.map((row) => ({ ...row, judge: opened, ask: ASK[row.name] })),
      effort,
    );
  } finally {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const ASK = {
  [SIMILAR]: (n) => ({
    path: `/api/v1/similar?q=${encodeURIComponent(wordsOf(n * 7 + 1, 8))}`,
    isRight: ({ results }) => results.length === 10,
  }),
  [SIMILAR_ID]: (n) => ({
    path: `/api/v1/similar/codeforces/${n * 31 + 1}A`,
    isRight: ({ results }) => results.length === 10,
  }),
  [LIST]: (n) => ({
    path: `/api/v1/problems/codeforces?page=${(n % 50) + 1}&tags=tag${n % 20}&rating_min=1000`,
    isRight: ({ data }) => data.length === 20,
  }),
  [RESOLVE]: (n) => ({
    path: `/api/v1/resolve/https://codeforces.com/contest/${n * 17 + 1}/problem/A`,
    isRight: ({ problem }) => problem?.id === `${n * 17 + 1}A`,
  }),
};

function* problems() {
  for (let n = 1; n <= PROBLEMS; n++)
    yield {
      source: 'codeforces',
      id: `${n}A`,
      slug: `${n}a`,
      title: wordsOf(n, 3),
      title_cn: null,
      difficulty: ['Easy', 'Medium', 'Hard'][n % 3],
      ac_rate: n % 100,
      rating: 800 + (n % 27) * 100,
      contest: `Round ${n}`,
      problem_index: 'A',
      tags: [`tag${n % 20}`],
      link: `https://codeforces.com/contest/${n}/problem/A`,
      category: null,
      paid_only: 0,
      content: wordsOf(n + 1e6, 60),
      content_cn: null,
      similar_questions: [],
    };
}

/** Words that depend on the seed alone, the early ones of the vocabulary more often. */
function wordsOf(seed, count) {
  let state = (seed * 2654435761) >>> 0 || 1;
  const words = [];
  for (let at = 0; at < count; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    words.push(wordAt(Math.floor((state / 2 ** 32) ** 2 * 4000)));
  }
  return words.join(' ');
}

const SYLLABLES = [
  'ka',
  'lo',
  'mi',
  'ter',
  'sun',
  'ra',
  'vel',
  'do',
  'pin',
  'gar',
  'es',
  'thu',
  'bor',
  'ni',
  'quo',
  'fa',
];

const wordAt = (index) => SYLLABLES[index % 16] + SYLLABLES[(index >> 4) % 16] + SYLLABLES[(index >> 8) % 16];

async function rateOf(count, work) {
  const started = performance.now();
  await work();
  return Math.round((count * 1000) / (performance.now() - started));
}

async function modelSpeed(embedder) {
  const timed = async (texts) => {
    const started = performance.now();
    await embedder.embed(texts);
    return performance.now() - started;
  };
  const load = await timed(['the first']);
  const queries = [];
  for (let n = 0; n < 10; n++) queries.push(await timed([wordsOf(n, 8)]));
  const texts = Array.from({ length: SAMPLE }, (_, n) => wordsOf(n, 60));
  const rate = Math.round((SAMPLE * 1000) / (await timed(texts)));
  await embedder.close();
  return { load: Math.round(load), query: Math.round(median(queries)), rate };
}
