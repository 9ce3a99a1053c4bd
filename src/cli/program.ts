import { Command, CommanderError } from 'commander';
import { VERSION } from '../version.ts';
import { addBooksCommands } from './commands/books/commands.ts';
import { callTool } from './commands/call.ts';
import { addFind } from './commands/find/command.ts';
import { addJudge } from './commands/judge/commands.ts';
import { addServe } from './commands/serve/command.ts';
import { printTools } from './commands/tools.ts';
import { addOptionsOfAllToolsets, addServerOptions } from './options/add-options.ts';
import { type Flags, readSettings } from './options/settings.ts';
import { runStdioServer } from './server.ts';
import { suggestion, UsageError } from './terminal/usage.ts';
import { optionsOf, TOOLSET_IDS, TOOLSETS, type ToolsetId } from './toolsets.ts';

/** Parses the command line, runs what it says and gives back the exit code. */
export async function parseAndRun(argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  const exit = (code: number) => {
    exitCode = code;
  };
  const program = new Command('quartet')
    .description('MCP servers in one program.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .enablePositionalOptions()
    .showHelpAfterError('See quartet --help.')
    .configureOutput({ outputError: (message, write) => write(withoutValues(message)) })
    .exitOverride();

  for (const id of TOOLSET_IDS) {
    const server = addServer(program, id, `serve ${TOOLSETS[id].summary} (stdio)`);
    if (id === 'books') addBooksCommands(server, exit);
  }
  addServer(program, 'all', 'serve every toolset that needs no configuration (stdio)');
  addServe(program);
  addTools(program);
  addCall(program, exit);
  addJudge(program, exit);
  addFind(program, exit);

  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
}

function addServer(program: Command, name: ToolsetId | 'all', description: string): Command {
  const command = program.command(name).description(description);
  const configured = name === 'all' ? addOptionsOfAllToolsets(command) : addServerOptions(command, optionsOf(name));
  return configured
    .version(`${name === 'all' ? 'quartet' : TOOLSETS[name].server} ${VERSION}`, '-V, --version', 'print the version')
    .action(async (flags: Flags, { args, commands }: Command) => {
      const [word] = args;
      const known = commands.map((command) => command.name());
      if (word !== undefined) throw new UsageError(`${name} has no command '${word}'. ${suggestion(word, known)}`);
      await runStdioServer(name, readSettings(flags, process.env));
    });
}

function addTools(program: Command): void {
  addOptionsOfAllToolsets(program.command('tools [toolset]').description('list the tools'))
    .option('--json', 'print the listing that a client would get')
    .action(async (toolset: string | undefined, flags: Flags) => {
      await printTools(toolset, flags.json === true, readSettings(flags, process.env));
    });
}

function addCall(program: Command, exit: (code: number) => void): void {
  const command = program.command('call <tool> [arguments...]');
  addOptionsOfAllToolsets(command.description('call one tool: a JSON object or key=value pairs'))
    .option('--json', 'print the whole result as JSON')
    .action(async (tool: string, args: string[], flags: Flags) => {
      exit(await callTool(tool, args, flags.json === true, readSettings(flags, process.env, 'warn')));
    });
}

/** A mistyped flag is shown without its value, which may be a secret: `--tokn=SECRET`, `-tSECRET`. */
function withoutValues(message: string): string {
  return message.replace(/(unknown option ')(--[a-z][a-z-]*|-[a-z]?)[^\n]*/i, "$1$2'");
}
