import { fixed } from '../report/table.js';
import { interleave } from '../rounds.js';
import { median, medianRatio } from '../statistics.js';
import { corpusFolder } from './corpus-folder.js';
import { fdPictures, fdRecent, findPictures, findRecent, programs } from './peers.js';
import { checkQuartet, startQuartet, timedCall } from './quartet.js';

const CALLS = 5;
const LIMIT = 100;

const rows = [
  { name: 'quartet spotlight', measure: quartet },
  { name: 'find', peer: true, measure: commands(findPictures, findRecent) },
  ...(programs.fd ? [{ name: 'fd', peer: true, measure: commands(fdPictures, fdRecent) }] : []),
];

/** Pictures by kind, and what changed in the last seven days. */
export const walks = {
  id: 'walks',
  title: 'By kind and by time',

  async run(_rows, effort) {
    await checkQuartet();
    const corpus = corpusFolder(effort.corpusScale);
    const samples = await interleave(rows, effort.rounds, 'kind and recent', ({ measure }) => measure(corpus));
    return { rounds: effort.rounds, corpus, samples };
  },

  report: (_rows, { rounds, samples }) => ({
    about:
      `${rounds} rounds; the median of ${CALLS} calls after a first one that is not counted. Quartet answers with the newest ${LIMIT} and ` +
      'their attributes, over stdio; the peers list the paths of all. `find` gets `-type f` with `-iname` for png, jpg, gif and ' +
      'webp, and `-newermt "7 days ago"`; `fd` gets `--unrestricted`.',
    columns: ['', 'kind ms', '× find', 'recent ms', '× find'],
    lines: rows.map(({ name }) => [
      name,
      ...['kind', 'recent'].flatMap((what) => {
        const times = (row) => samples[row].map((round) => round[what]);
        return [
          fixed(median(times(name)), 0),
          name === 'find' ? '1' : fixed(medianRatio(times(name), times('find')), 2),
        ];
      }),
    ]),
  }),
};

async function quartet({ folder, recent }) {
  const client = await startQuartet(folder);
  const kind = () => timedCall(client, 'search_by_kind', { kind: 'image', scope: folder, limit: LIMIT }, LIMIT);
  const lately = () => timedCall(client, 'recent_files', { scope: folder, limit: LIMIT }, Math.min(LIMIT, recent));
  const times = { kind: await medianOf(kind), recent: await medianOf(lately) };
  await client.stop();
  return times;
}

function commands(pictures, recent) {
  return async ({ folder }) => ({
    kind: await medianOf(() => pictures(folder)),
    recent: await medianOf(() => recent(folder)),
  });
}

async function medianOf(measureOnce) {
  await measureOnce();
  const times = [];
  for (let call = 0; call < CALLS; call++) times.push((await measureOnce()).ms);
  return median(times);
}
