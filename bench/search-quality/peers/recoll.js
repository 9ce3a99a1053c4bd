import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LIMIT = 100;

export const missingRecoll = () =>
  ['recollindex', 'recollq'].some((name) => spawnSync(name, ['-h'], { stdio: 'ignore' }).error)
    ? 'not installed here (Debian: apt-get install recoll)'
    : '';

/** Recoll with an index of its own, its usual settings, and stems for both languages of the home. */
export function indexWithRecoll(folder, settings) {
  mkdirSync(settings, { recursive: true });
  const lines = [`topdirs = ${folder}`, 'indexstemminglanguages = english german', 'loglevel = 1', 'idxflushmb = 100'];
  writeFileSync(join(settings, 'recoll.conf'), `${lines.join('\n')}\n`);
  run('recollindex', settings);
  return (query) => {
    const output = run('recollq', settings, '-n', `${LIMIT}`, '-b', query);
    const urls = output.split('\n').filter((line) => line.startsWith('file://'));
    // Members of an archive are results of their own there: the first one counts for the file.
    const paths = urls.map((url) => url.slice('file://'.length).slice(folder.length + 1));
    return [...new Set(paths)];
  };
}

/** With a home of its own, so that it leaves no settings in that of the user, and the Python that Debian's helpers are for. */
function run(command, settings, ...args) {
  const env = { PATH: `/usr/bin:/bin:${process.env.PATH}`, HOME: settings, LANG: 'C.UTF-8' };
  const stdio = ['ignore', 'pipe', 'ignore'];
  return execFileSync(command, ['-c', settings, ...args], { encoding: 'utf8', env, stdio, maxBuffer: 1e8 });
}
