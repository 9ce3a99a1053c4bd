import { Argument, type Command } from 'commander';
import { offering } from '../../options/add-options.ts';
import { suggestion, UsageError } from '../../terminal/usage.ts';
import { SCRIPTS, SHELLS, type Shell } from './scripts.ts';

/** Adds `quartet completion`, and what its scripts ask at each Tab. */
export function addCompletion(program: Command, tree: () => Command): void {
  program
    .command('completion')
    .description('print a script that lets bash, zsh or fish complete commands, options, tools and books')
    .addArgument(offering(new Argument('<shell>', 'bash, zsh or fish'), SHELLS))
    .allowExcessArguments(false)
    .action((shell: string) => {
      if (!isShell(shell)) throw new UsageError(`unknown shell '${shell}'. ${suggestion(shell, SHELLS)}`);
      process.stdout.write(SCRIPTS[shell]);
    });
  program
    .command('_complete <shell> [words...]', { hidden: true })
    .allowUnknownOption()
    .helpOption(false)
    .passThroughOptions()
    .action(async (shell: string, words: string[]) => {
      const { completed } = await import('./complete.ts');
      process.stdout.write(await completed(tree(), shell, words));
    });
}

function isShell(word: string): word is Shell {
  return (SHELLS as readonly string[]).includes(word);
}
