import { Argument, type Command } from 'commander';
import { offering } from '../../options/add-options.ts';
import { UsageError } from '../../terminal/usage.ts';
import { TOOLSET_IDS } from '../../toolsets.ts';
import type { PlaceFlags } from './configuration.ts';
import type { InstallFlags } from './install.ts';

const CLIENTS = ['claude-desktop', 'claude-code', 'cursor', 'vs-code', 'windsurf', 'codex', 'gemini-cli', 'zed'];
const clientArgument = (name: string) => offering(new Argument(name, CLIENTS.join(', ')), CLIENTS);
const serversArgument = (meaning: string) => offering(new Argument('[servers...]', meaning), [...TOOLSET_IDS, 'all']);

/** Adds `quartet install` and `quartet uninstall`; `exit` gets the exit code. */
export function addInstall(program: Command, exit: (code: number) => void): void {
  withPlace(
    program
      .command('install')
      .description('connect a client, such as Claude Code or Cursor, with servers')
      .addArgument(clientArgument('[client]'))
      .addArgument(serversArgument('oj, cobol, books, spotlight or all (default: all)'))
      .usage('[options] <client> [servers...] [-- options]'),
  )
    .option('--print', 'only print what to write, and where')
    .option('--url <address>', 'connect with a server that quartet serve runs, instead of starting one')
    .option('--token-variable <name>', 'the variable that holds the token for --url; the token itself is never written')
    .option('--no-check', 'do not start the server afterwards to see whether it answers')
    .option('--list', 'print which clients are here, and which servers of Quartet they have')
    .option('--json', 'print that list as JSON')
    .action(async (client: string | undefined, servers: string[], flags: InstallFlags & ListFlags) => {
      if (flags.list) {
        if (client !== undefined) throw new UsageError('--list is for all clients: name none.');
        const { listClients } = await import('./list.ts');
        return exit(await listClients(flags.json === true));
      }
      if (flags.json) throw new UsageError('--json belongs to --list.');
      if (client === undefined)
        throw new UsageError(`name a client: ${CLIENTS.join(', ')}. Or see which are here: --list.`);
      const { install } = await import('./install.ts');
      exit(await install(client, servers, flags));
    });
  withPlace(
    program
      .command('uninstall')
      .description('take servers of Quartet out of a client’s configuration')
      .addArgument(clientArgument('<client>'))
      .addArgument(serversArgument('the same names (default: all that are in it)')),
  ).action(async (client: string, servers: string[], flags: PlaceFlags & { yes?: boolean }) => {
    const { uninstall } = await import('./uninstall.ts');
    exit(await uninstall(client, servers, flags));
  });
}

interface ListFlags {
  readonly list?: boolean;
  readonly json?: boolean;
}

function withPlace(command: Command): Command {
  return command
    .option('--yes', 'write without asking')
    .option('--config <file>', 'the configuration to change (default: where the client keeps it on this system)')
    .option('--project', 'the configuration of the project in this folder, where the client has such');
}
