import { Command, CommanderError } from 'commander';
import { LOG_LEVELS } from '../kernel/log.ts';
import { VERSION } from '../version.ts';
import { CATALOG, TOOLSET_IDS, type ToolsetId } from './catalog.ts';
import { runStdioServer } from './server.ts';
import { type Flags, readSettings } from './settings.ts';

/** Parses the command line, runs what it says and gives back the exit code. */
export async function parseAndRun(argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  const program = new Command('quartet')
    .description('MCP servers in one program.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showHelpAfterError('See quartet --help.')
    .exitOverride();

  for (const id of TOOLSET_IDS) addServer(program, id, `serve ${CATALOG[id].summary} (stdio)`);
  addServer(program, 'all', 'serve every toolset that needs no configuration (stdio)');

  withToolsets(program.command('tools [toolset]').description('list the tools'))
    .option('--json', 'print the listing that a client would get')
    .action(async (toolset: string | undefined, flags: Flags & { json?: boolean }) => {
      const { printTools } = await import('./tools.ts');
      await printTools(toolset, flags.json === true, readSettings(flags, process.env));
    });

  withToolsets(
    program.command('call <tool> [arguments...]').description('call one tool: a JSON object or key=value pairs'),
  )
    .option('--json', 'print the whole result as JSON')
    .action(async (tool: string, args: string[], flags: Flags & { json?: boolean }) => {
      const { callTool } = await import('./call.ts');
      exitCode = await callTool(tool, args, flags.json === true, readSettings(flags, process.env));
    });

  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
}

function addServer(program: Command, name: ToolsetId | 'all', description: string): void {
  const command = program.command(name).description(description);
  (name === 'all' ? withToolsets(command) : withSelection(command)).action(async (flags: Flags) => {
    await runStdioServer(name, readSettings(flags, process.env));
  });
}

function withToolsets(command: Command): Command {
  return withSelection(command).option('--toolsets <ids>', 'only these toolsets, with commas (QUARTET_TOOLSETS)');
}

function withSelection(command: Command): Command {
  return command
    .allowExcessArguments(false)
    .option('--log-level <level>', `how much to say on stderr: ${LOG_LEVELS.join(', ')} (QUARTET_LOG, RUST_LOG)`)
    .option('--tools <names>', 'only these tools, with commas (QUARTET_TOOLS)')
    .option('--exclude-tools <names>', 'not these tools (QUARTET_EXCLUDE_TOOLS)')
    .option('--read-only', 'only tools that change nothing (QUARTET_READ_ONLY)');
}
