import { readFile } from 'node:fs/promises';
import { shortPath } from '../../terminal/short-path.ts';
import { UsageError } from '../../terminal/usage.ts';
import { apply } from './apply.ts';
import { clientOf } from './clients.ts';
import { backupOf, readConfig } from './config-file.ts';
import { configurationOf, type PlaceFlags } from './configuration.ts';
import { entriesIn, withoutEntries } from './edit.ts';
import { namingFile } from './install.ts';
import { startsQuartet } from './recognise.ts';
import { ENTRY_NAMES, entryName, readServers } from './servers.ts';
import { thisSystem } from './system.ts';

/** Takes servers out of a client's configuration, by default all that installations have put there. */
export async function uninstall(
  word: string,
  words: readonly string[],
  flags: PlaceFlags & { readonly yes?: boolean },
): Promise<number> {
  const client = clientOf(word);
  const { servers, options } = readServers(words);
  if (options.length > 0) throw new UsageError('uninstall takes names of servers, no options of theirs.');
  const path = configurationOf(client, flags, thisSystem());
  return namingFile(path, async () => {
    const file = await readConfig(path);
    const there = entriesIn(client, file.text);
    const wanted = servers.length > 0 ? servers.map(entryName) : ENTRY_NAMES;
    const found = wanted.filter((name) => name in there);
    const foreign = found.filter((name) => !startsQuartet(there[name]));
    for (const name of foreign)
      process.stderr.write(`quartet: ${name} in ${shortPath(path)} does not start Quartet and stays.\n`);
    const names = found.filter((name) => !foreign.includes(name));
    if (names.length === 0) {
      process.stdout.write(
        `${shortPath(path)} has no server of Quartet${servers.length > 0 ? ' with that name' : ''}.\n`,
      );
      return foreign.length > 0 ? 1 : 0;
    }
    const before = await readFile(backupOf(file), 'utf8').then(
      (text) => text.replace(/^\uFEFF/, ''),
      () => undefined,
    );
    const after = withoutEntries(client, file.text, names, before);
    // A file that an installation has made goes with the last of its servers.
    const isNeedless = after === '' && before !== '';
    const question = 'Write this?';
    const stopped = await apply(file, isNeedless ? undefined : after, { yes: flags.yes === true, question });
    return stopped ?? 0;
  });
}
