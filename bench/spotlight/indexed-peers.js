import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { timedCommand } from '../commands.js';
import { PROBES } from '../corpus.js';

/** Programs that keep an index on the disk, and the Debian package of each. Their usual settings, but for what is indexed. */
const PEERS = {
  ugrep: { programs: ['ugrep', 'ugrep-indexer'], from: 'ugrep from 4.0 on', prepare: ugrep },
  plocate: { programs: ['plocate', 'updatedb.plocate'], from: 'plocate', prepare: plocate },
  recoll: { programs: ['recollindex', 'recollq'], from: 'recollcmd', prepare: recoll },
};

/** Makes the indexes of those that are installed; gives a search for each, and says which are missing. */
export function indexedPeers(folder, work) {
  const searches = {};
  const missing = [];
  for (const [name, { programs, from, prepare }] of Object.entries(PEERS)) {
    if (programs.every(isInstalled)) searches[name] = prepare(folder, join(work, name));
    else missing.push(`${name} (Debian: ${from})`);
  }
  const said = missing.length === 0 ? '' : `Not measured, because it is not installed here: ${missing.join(', ')}.`;
  return { searches, missing: said };
}

function isInstalled(program) {
  return !spawnSync(program, ['--help'], { stdio: 'ignore' }).error;
}

/** Its index lies beside the files, in a hidden one in each folder. */
function ugrep(folder) {
  execFileSync('ugrep-indexer', ['-q', folder], { stdio: 'ignore' });
  return () => timedCommand('ugrep', ['--index', '-r', '-F', '-i', '-l', '--', PROBES.rareWord, folder]);
}

function plocate(folder, work) {
  mkdirSync(work);
  const database = join(work, 'names.db');
  // It leaves out temporary folders unless it is told to leave out nothing.
  const everything = ['--prunepaths', '', '--prunefs', '', '--prunenames', '', '--prune-bind-mounts', 'no'];
  execFileSync('updatedb.plocate', ['-l', 'no', '-U', folder, '-o', database, ...everything]);
  return () => timedCommand('plocate', ['-d', database, '-i', PROBES.rareName]);
}

function recoll(folder, work) {
  mkdirSync(work);
  writeFileSync(join(work, 'recoll.conf'), `topdirs = ${folder}\nloglevel = 1\n`);
  execFileSync('recollindex', ['-c', work], { stdio: 'ignore' });
  return () => timedCommand('recollq', ['-c', work, '-n', '100', '-b', PROBES.rareWord]);
}
