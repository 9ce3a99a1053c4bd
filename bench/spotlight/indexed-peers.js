import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { timedCommand } from '../commands.js';
import { PROBES, TEXT_EXTENSIONS } from '../corpus.js';
import { fixed } from '../report/table.js';

/** Programs that keep an index on the disk, and the Debian package of each. Their usual settings, but for what is indexed. */
const PEERS = {
  ugrep: { programs: ['ugrep', 'ugrep-indexer'], from: 'ugrep from 4.0 on', prepare: ugrep },
  plocate: { programs: ['plocate', 'updatedb.plocate'], from: 'plocate', prepare: plocate },
  recoll: { programs: ['recollindex', 'recollq'], from: 'recollcmd', prepare: recoll },
};

/** Who needs longer for an index is not measured: the whole bench would wait. */
const LONGEST_MS = 600_000;

/** Makes the indexes of those that are installed; gives a search for each, and says which are missing and why. */
export function indexedPeers(folder, work, peers = PEERS, longestMs = LONGEST_MS) {
  const searches = {};
  const missing = [];
  const prepared = [];
  for (const [name, { programs, from, prepare }] of Object.entries(peers)) {
    const lacking = programs.find((program) => !isInstalled(program));
    if (lacking) {
      missing.push(`${lacking} is not installed here (Debian: ${from})`);
      continue;
    }
    process.stderr.write(`${name}: making its index\n`);
    const started = performance.now();
    try {
      searches[name] = prepare(folder, join(work, name), {
        stdio: 'ignore',
        timeout: longestMs,
        killSignal: 'SIGKILL',
      });
      prepared.push(`${name} ${fixed((performance.now() - started) / 1000, 0)} s`);
    } catch (error) {
      if (error.code !== 'ETIMEDOUT') throw error;
      missing.push(`the index of ${name} was not ready after ${longestMs / 1000} s`);
    }
  }
  return {
    searches,
    missing: missing.length === 0 ? '' : `Not measured: ${missing.join('; ')}.`,
    prepared: prepared.length === 0 ? '' : `To make the index took ${prepared.join(', ')}.`,
  };
}

function isInstalled(program) {
  return !spawnSync(program, ['--help'], { stdio: 'ignore' }).error;
}

/** Its index lies beside the files, in a hidden one in each folder. */
function ugrep(folder, _work, limits) {
  execFileSync('ugrep-indexer', ['-q', folder], limits);
  return () => timedCommand('ugrep', ['--index', '-r', '-F', '-i', '-l', '--', PROBES.rareWord, folder]);
}

function plocate(folder, work, limits) {
  mkdirSync(work);
  const database = join(work, 'names.db');
  // It leaves out temporary folders unless it is told to leave out nothing.
  const everything = ['--prunepaths', '', '--prunefs', '', '--prunenames', '', '--prune-bind-mounts', 'no'];
  execFileSync('updatedb.plocate', ['-l', 'no', '-U', folder, '-o', database, ...everything], limits);
  return () => timedCommand('plocate', ['-d', database, '-i', PROBES.rareName]);
}

/** Of pictures and music it gets nothing here, and looks at them for long. */
function recoll(folder, work, limits) {
  mkdirSync(work);
  const texts = TEXT_EXTENSIONS.map((extension) => `*.${extension}`).join(' ');
  writeFileSync(join(work, 'recoll.conf'), `topdirs = ${folder}\nonlyNames = ${texts}\nloglevel = 1\n`);
  execFileSync('recollindex', ['-c', work], limits);
  return () => timedCommand('recollq', ['-c', work, '-n', '100', '-b', PROBES.rareWord]);
}
