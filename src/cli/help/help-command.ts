import type { Command } from 'commander';
import { printTools } from '../commands/tools/tools.ts';
import { readSettings } from '../options/settings.ts';
import { suggestion, UsageError } from '../terminal/usage.ts';
import { loadToolsets, TOOLSET_IDS } from '../toolsets.ts';
import { childNamed, pathOf, visibleCommands } from './command-tree.ts';

/** Adds `quartet help`, which knows commands, their commands, and tools. */
export function addHelp(program: Command): void {
  program
    .command('help [command...]')
    .description('print the help of a command or of a tool')
    .action(async (words: string[]) => {
      let command = program;
      for (const word of words) {
        const child = childNamed(command, word);
        if (child === undefined && command === program && words.length === 1 && (await isTool(word))) {
          return printTools(word, false, readSettings({}, process.env));
        }
        if (child === undefined) {
          const known = visibleCommands(command).map((one) => one.name());
          const what = command === program ? 'unknown command' : `${pathOf(command)} has no command`;
          const hint = known.length === 0 ? '' : ` ${suggestion(word, known)}`;
          throw new UsageError(`${what} '${word}'.${hint}`, `${pathOf(command)} --help`);
        }
        command = child;
      }
      command.outputHelp();
    });
}

async function isTool(word: string): Promise<boolean> {
  const toolsets = await loadToolsets(TOOLSET_IDS);
  return toolsets.some(({ tools }) => tools.some(({ name }) => name === word));
}
