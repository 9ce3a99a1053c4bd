import { Command, CommanderError } from 'commander';
import { LOG_LEVELS } from '../kernel/log.ts';
import type { ToolsetOption } from '../kernel/toolset.ts';
import { VERSION } from '../version.ts';
import { addBooksCommands } from './books/commands.ts';
import { callTool } from './call.ts';
import { CATALOG, optionsOf, TOOLSET_IDS, type ToolsetId } from './catalog.ts';
import { addJudge } from './judge-command.ts';
import { SERVE_OPTIONS } from './serve-options.ts';
import { runStdioServer } from './server.ts';
import { type Flags, readSettings } from './settings.ts';
import { printTools } from './tools.ts';
import { suggestion, UsageError } from './usage.ts';

/** Parses the command line, runs what it says and gives back the exit code. */
export async function parseAndRun(argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  const setExitCode = (code: number) => {
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
    const server = addServer(program, id, `serve ${CATALOG[id].summary} (stdio)`);
    if (id === 'books') addBooksCommands(server, (command) => withToolsetOptions(command, optionsOf(id)), setExitCode);
  }
  addServer(program, 'all', 'serve every toolset that needs no configuration (stdio)');

  const serve = forAnyToolset(program.command('serve').description('serve the toolsets over HTTP'));
  for (const { flag, env, description } of SERVE_OPTIONS) {
    if (flag) serve.option(flag, `${description} (${env})`, onlyOnce(flag));
  }
  serve.action(async (flags: Flags) => {
    const { runHttpServer } = await import('./serve.ts');
    await runHttpServer(flags, process.env);
  });

  forAnyToolset(program.command('tools [toolset]').description('list the tools'))
    .option('--json', 'print the listing that a client would get')
    .action(async (toolset: string | undefined, flags: Flags) => {
      await printTools(toolset, flags.json === true, readSettings(flags, process.env));
    });

  const call = program.command('call <tool> [arguments...]');
  forAnyToolset(call.description('call one tool: a JSON object or key=value pairs'))
    .option('--json', 'print the whole result as JSON')
    .action(async (tool: string, args: string[], flags: Flags) => {
      exitCode = await callTool(tool, args, flags.json === true, readSettings(flags, process.env, 'warn'));
    });

  addJudge(program, setExitCode);

  const finder = program.command('find [query]').allowExcessArguments(false);
  withPlainOptions(finder.description('find files below a directory by text, kind and date'), FIND_OPTIONS)
    .option('--in <directory>', 'where to look; here unless told')
    .option('--kind <kind>', 'only document, image, video, audio, pdf or code')
    .option(
      '--since <time>',
      'only files modified since: 2026-01-31, 2026-01-31T12:00:00Z, or an age like 90m, 12h, 7d, 2w',
    )
    .option('--limit <count>', 'at most this many; 100 unless told')
    .option('-0, --print0', 'end each path with a NUL')
    .option('--json', 'print everything as JSON')
    .action(async (query: string | undefined, flags: Flags) => {
      const { find } = await import('./find.ts');
      process.stdout.on('error', endQuietly);
      exitCode = await find(query, flags, readSettings(flags, process.env).options, {
        stdout: process.stdout,
        stderr: process.stderr,
        env: process.env,
        cwd: () => process.cwd(),
      });
    });

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
  const configured = name === 'all' ? forAnyToolset(command) : withOptions(command, optionsOf(name));
  return configured
    .version(`${name === 'all' ? 'quartet' : CATALOG[name].server} ${VERSION}`, '-V, --version', 'print the version')
    .action(async (flags: Flags, { args, commands }: Command) => {
      const [word] = args;
      const known = commands.map((command) => command.name());
      if (word !== undefined) throw new UsageError(`${name} has no command '${word}'. ${suggestion(word, known)}`);
      await runStdioServer(name, readSettings(flags, process.env));
    });
}

function forAnyToolset(command: Command): Command {
  return withOptions(command, TOOLSET_IDS.flatMap(optionsOf)).option(
    '--toolsets <ids>',
    'only these toolsets, with commas (QUARTET_TOOLSETS)',
  );
}

/** Of the server's options those that matter to one search by a person, who may look wherever the system lets them. */
const FIND_OPTIONS = optionsOf('spotlight').filter(({ key }) => ['all', 'budget', 'engine'].includes(key));

function withOptions(command: Command, options: readonly ToolsetOption[]): Command {
  return withToolsetOptions(command, options)
    .option('--tools <names>', 'only these tools, with commas (QUARTET_TOOLS)')
    .option('--exclude-tools <names>', 'not these tools (QUARTET_EXCLUDE_TOOLS)')
    .option('--read-only', 'only tools that change nothing (QUARTET_READ_ONLY)');
}

function withToolsetOptions(command: Command, options: readonly ToolsetOption[]): Command {
  return withPlainOptions(command.allowExcessArguments(false), options).option(
    '--log-level <level>',
    `how much to say on stderr: ${LOG_LEVELS.join(', ')} (QUARTET_LOG, RUST_LOG)`,
  );
}

function withPlainOptions(command: Command, options: readonly ToolsetOption[]): Command {
  for (const { flag, env, description, repeatable } of options) {
    const told = `${description} (${env.join(', ')})`;
    if (flag === undefined) continue;
    if (!flag.includes(' ')) command.option(flag, told);
    else if (repeatable) command.option(flag, told, collect);
    else command.option(flag, told, onlyOnce(flag));
  }
  return command;
}

function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

/** Whoever reads a list may stop in the middle of it. */
function endQuietly(): void {
  process.exit();
}

/** The message leaves out the value, which may be a secret. */
function onlyOnce(flag: string) {
  return (value: string, previous: string | undefined) => {
    if (previous !== undefined) throw new UsageError(`${flag} was given twice`);
    return value;
  };
}

/** A mistyped flag is shown without its value, which may be a secret: `--tokn=SECRET`, `-tSECRET`. */
function withoutValues(message: string): string {
  return message.replace(/(unknown option ')(--[a-z][a-z-]*|-[a-z]?)[^\n]*/i, "$1$2'");
}
