import { atMost } from '../report/targets.js';
import { againstRipgrep, firstSearches } from '../spotlight/first-searches.js';
import { programs } from '../spotlight/peers.js';

const SIZES = [5000, 80_000];
/** Takes five gigabytes and half an hour. */
const LARGE = 500_000;

/** Searches of processes that have just been started, by how many files there are; `--large` adds half a million. */
export function spotlightMorningGroups() {
  if (!programs.ripgrep) return [];
  const sizes = process.argv.includes('--large') ? [...SIZES, LARGE] : SIZES;
  return [
    {
      title: 'stdio: the first search of spotlight',
      about: `The same sort of files as for the spotlight toolset, more or fewer. First searches are asked of a server that has answered nothing but
\`initialize\`. With \`--cache\` a process before has left its signatures in a folder; every file is looked at before one of them is believed.
${programs.ripgrep} and all others are measured from their start to their end.`,
      rows: [],
      measurements: sizes.map(firstSearches),
      targets: (results) => sizes.flatMap((files) => targetsOf(files, results[`searches${files}`])),
    },
  ];
}

export function targetsOf(files, { corpus, rounds }) {
  const times = (row) => againstRipgrep(rounds, row);
  const bytes = Math.max(...rounds.map(({ indexBytes }) => indexBytes));
  const named = (what) => `${files} files: ${what}`;
  return [
    ...(files === LARGE ? [] : [atMost(named('first search, × ripgrep'), 1, times('first'))]),
    ...(files === LARGE ? [] : [atMost(named('first search with --cache at once, × ripgrep'), 0.2, times('kept'))]),
    ...(files === LARGE ? [] : [atMost(named('first search with --cache after 3 s, × ripgrep'), 0.2, times('ready'))]),
    ...(files === SIZES[0] ? [] : [atMost(named('the index, × text'), 0.25, bytes / corpus.textBytes)]),
  ];
}
