import type { Command } from 'commander';
import { addOptionsOfAllToolsets } from '../../options/add-options.ts';
import { type Flags, readSettings } from '../../options/settings.ts';
import { printTools } from './tools.ts';

/** Adds `quartet tools`. */
export function addTools(program: Command): void {
  const command = program
    .command('tools [name]')
    .description('list the tools, those of one toolset, or all about one tool')
    .option('--json', 'print the listing that a client would get');
  addOptionsOfAllToolsets(command).action(async (name: string | undefined, flags: Flags) => {
    await printTools(name, flags.json === true, readSettings(flags, process.env));
  });
}
