import type { Command } from 'commander';
import { addOptionsOfAllToolsets, onlyOnce } from '../../options/add-options.ts';
import type { Flags } from '../../options/settings.ts';
import { SERVE_OPTIONS } from './options.ts';

/** Adds `quartet serve`. */
export function addServe(program: Command): void {
  const command = addOptionsOfAllToolsets(program.command('serve').description('serve the toolsets over HTTP'));
  for (const { flag, env, description } of SERVE_OPTIONS) {
    const help = `${description} (${env})`;
    if (flag?.includes(' ')) command.option(flag, help, onlyOnce(flag));
    else if (flag) command.option(flag, help);
  }
  command.action(async (flags: Flags) => {
    const { runHttpServer } = await import('./serve.ts');
    await runHttpServer(flags, process.env);
  });
}
