import type { Command } from 'commander';
import { addOptions } from '../../options/add-options.ts';
import { type Flags, readSettings } from '../../options/settings.ts';
import { optionsOf } from '../../toolsets.ts';

/** Of the server's options those that matter to one search by a person, who may look wherever the system lets them. */
const OPTIONS = optionsOf('spotlight').filter(({ key }) => ['all', 'budget', 'engine'].includes(key));

/** Adds `quartet find`; `exit` gets the exit code. */
export function addFind(program: Command, exit: (code: number) => void): void {
  const command = program.command('find [query]').allowExcessArguments(false);
  addOptions(command.description('find files below a directory by text, kind and date'), OPTIONS)
    .option('--in <directory>', 'where to look (default: here)')
    .option('--kind <kind>', 'only document, image, video, audio, pdf or code')
    .option(
      '--since <time>',
      'only files modified since: 2026-01-31, 2026-01-31T12:00:00Z, or an age like 90m, 12h, 7d, 2w',
    )
    .option('--limit <count>', 'at most this many (default: 100)')
    .option('-0, --print0', 'end each path with a NUL')
    .option('--json', 'print everything as JSON')
    .action(async (query: string | undefined, flags: Flags) => {
      const { find } = await import('./find.ts');
      // A program that reads the list may stop in the middle of it.
      process.stdout.on('error', () => process.exit());
      const code = await find(query, flags, readSettings(flags, process.env).options, {
        stdout: process.stdout,
        stderr: process.stderr,
        env: process.env,
        cwd: () => process.cwd(),
      });
      exit(code);
    });
}
