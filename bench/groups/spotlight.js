import { memory } from '../spotlight/memory.js';
import { names } from '../spotlight/names.js';
import { missingPrograms, programs } from '../spotlight/peers.js';
import { searches } from '../spotlight/searches.js';
import { walks } from '../spotlight/walks.js';
import { spotlightTargets } from './spotlight-targets.js';

/** The group, or none where there is nothing to compare with. */
export function spotlightGroups() {
  const missing = missingPrograms();
  if (missing !== '') process.stderr.write(`spotlight: ${missing}\n`);
  if (!programs.ripgrep || !programs.find) return [];
  return [
    {
      title: 'stdio: the spotlight toolset',
      about: `Every row looks through the same files, made for this bench from a seed: notes, programs, headers, logs, pictures and other
binary files, 80,000 in all and about 700 MB, half of it text. Names and texts follow the frequencies of natural language; one note in
ten has words with marks or in other scripts; one file in twenty changed in the last seven days. All of it is in the page cache. Every
side may use all cores.

- quartet spotlight: \`quartet spotlight --allow FOLDER\` as shipped, asked over stdio
- find, fd, ripgrep: the programs of the system, from their start to their end
- server-filesystem: \`@modelcontextprotocol/server-filesystem\` on stdio`,
      rows: [],
      measurements: [walks, searches, names, memory],
      targets: spotlightTargets,
      notes: missing === '' ? [] : [missing],
    },
  ];
}
