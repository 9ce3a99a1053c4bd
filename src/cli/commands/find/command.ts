import { type Command, Option } from 'commander';
import { kinds as KINDS } from '../../../engines/filesearch/types/kind.ts';
import { addOptions, collect, offering } from '../../options/add-options.ts';
import { type Flags, readSettings } from '../../options/settings.ts';
import { untilInterrupted } from '../../terminal/interrupt.ts';
import { Progress } from '../../terminal/progress.ts';
import { optionsOf } from '../../toolsets.ts';

/** Of the server's options those that matter to one search by a person, who may look wherever the system lets them. */
const OPTIONS = optionsOf('spotlight').filter(({ key }) => ['all', 'budget', 'engine', 'cache'].includes(key));

/** Adds `quartet find`; `exit` gets the exit code. */
export function addFind(program: Command, exit: (code: number) => void): void {
  const command = program.command('find [query]').allowExcessArguments(false);
  command
    .description('find files below a directory by text, name, kind, date, size and tags')
    .option('--in <directory>', 'where to look (default: here)')
    .addOption(offering(new Option('--kind <kind>', `only ${KINDS.slice(0, -1).join(', ')} or ${KINDS.at(-1)}`), KINDS))
    .option(
      '--since <time>',
      'only files modified since: 2026-01-31, 2026-01-31T12:00:00Z, or an age like 90m, 12h, 7d, 2w',
    )
    .option('--until <time>', 'only files modified before; a day counts as a whole')
    .option('--name <pattern>', 'only files called like this: * ? [abc] {a,b}')
    .option('--min-size <size>', 'only files of at least 5000, 10kB, 1.5MB or 2GiB')
    .option('--max-size <size>', 'only files of at most so much')
    .option('--tag <tag>', 'only files with this tag; give it again for more', collect)
    .option('--names-only', 'look for the text in names alone, which reads no file')
    .option('--text-only', 'look for the text in contents alone')
    .option('--regex', 'the text is a regular expression (RE2) for a line or a name')
    .option('--meaning', 'also documents that say the same in other words, by a model that comes along')
    .option('--literal', 'every character of the text counts, also kind:pdf, "quotes" and -minus')
    .option('--limit <count>', 'at most this many (default: 100)')
    .option('-0, --print0', 'end each path with a NUL')
    .option('--json', 'print everything as JSON')
    .option('--stream', 'print JSON lines: the best hits as soon as they are found, then all that --json prints');
  addOptions(command, OPTIONS).action(async (query: string | undefined, flags: Flags) => {
    const { find } = await import('./find.ts');
    // A program that reads the list may stop in the middle of it.
    process.stdout.on('error', () => process.exit());
    const { options } = readSettings(flags, process.env);
    const progress = new Progress(process.stderr, 'searching');
    const { stdout, stderr, env } = process;
    const search = (signal: AbortSignal) =>
      find(query, flags, options, { stdout, stderr, env, cwd: () => process.cwd(), signal, progress });
    exit(await untilInterrupted(search, { progress, advice: 'Nothing was changed.' }).finally(() => progress.end()));
  });
}
