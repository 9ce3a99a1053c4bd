import { painter } from '../../../lib/paint.ts';
import { showsColours } from '../../terminal/colours.ts';
import { shortPath } from '../../terminal/short-path.ts';
import { UsageError } from '../../terminal/usage.ts';
import { backupOf, type ConfigFile, mustBeWritable, writeConfig } from './config-file.ts';
import { confirm } from './confirm.ts';
import { unifiedDiff } from './diff.ts';

const INTERRUPTED = 130;

/** Shows a change, asks for it and makes it; undefined takes the file away. Gives an exit code where nothing was done. */
export async function apply(
  file: ConfigFile,
  after: string | undefined,
  { yes, question }: { yes: boolean; question: string },
): Promise<number | undefined> {
  await mustBeWritable(file);
  const paint = painter(process.stdout.isTTY && showsColours(process.env));
  process.stdout.write(unifiedDiff(shortPath(file.path), file.bytes && file.text, after, paint));
  if (!yes) {
    if (!process.stdin.isTTY || !process.stdout.isTTY)
      throw new UsageError('nothing was written, as nobody can be asked here. Give --yes to write this.');
    const reply = await confirm(question);
    if (reply !== 'yes') process.stdout.write('Nothing was written.\n');
    if (reply !== 'yes') return reply === 'interrupted' ? INTERRUPTED : 1;
  }
  await writeConfig(file, after);
  const kept = file.bytes === undefined ? '' : `Kept  ${shortPath(backupOf(file))}, as it was before.\n`;
  process.stdout.write(`${after === undefined ? 'Gone ' : 'Wrote'} ${shortPath(file.target)}\n${kept}`);
  return undefined;
}
