import { Command, CommanderError, type Option } from 'commander';
import { VERSION } from '../version.ts';
import { addBooksCommands } from './commands/books/commands.ts';
import { addCall } from './commands/call/command.ts';
import { addCompletion } from './commands/completion/command.ts';
import { addDoctor } from './commands/doctor/command.ts';
import { addFind } from './commands/find/command.ts';
import { addInstall } from './commands/install/command.ts';
import { addJudge } from './commands/judge/commands.ts';
import { addServe } from './commands/serve/command.ts';
import { addTools } from './commands/tools/command.ts';
import { allCommands, childNamed, commandAt, pathOf } from './help/command-tree.ts';
import { EXAMPLES_OF_COMMANDS } from './help/examples.ts';
import { addHelp } from './help/help-command.ts';
import { overview } from './help/overview.ts';
import { addOptionsOfAllToolsets, addServerOptions } from './options/add-options.ts';
import { type Flags, readSettings } from './options/settings.ts';
import { runStdioServer } from './server.ts';
import { NO_SCREEN, screenOf } from './terminal/screen.ts';
import { suggestion, UsageError } from './terminal/usage.ts';
import { TOOLSET_IDS, TOOLSETS, type ToolsetId } from './toolsets.ts';

/** Parses the command line, runs what it says and gives back the exit code. */
export async function parseAndRun(argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  const program = commandTree((code) => {
    exitCode = code;
  });
  // Whoever reads the output may stop in the middle; the command still ends in order.
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => {});
  const [word = '-'] = argv;
  // The parser would complain about options of a command that it does not know.
  if (!word.startsWith('-') && childNamed(program, word) === undefined)
    throw new UsageError(`unknown command '${word}'. ${suggestion(word, namesOf(program))}`);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
}

/** What to type to learn more about the command that somebody got wrong. */
export function helpFor(argv: readonly string[]): string {
  return `${pathOf(
    commandAt(
      commandTree(() => {}),
      argv,
    ),
  )} --help`;
}

/** Every command with its options: what is parsed, completed, and written into the manual. `exit` gets the exit code. */
export function commandTree(exit: (code: number) => void): Command {
  const program = new Command('quartet')
    .description('Four MCP servers in one program: exact money, Markdown books, online judges, file search.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .enablePositionalOptions()
    .configureOutput({ outputError: (message, write) => write(inOneLine(message)) })
    .exitOverride()
    .configureHelp({ optionDescription, argumentDescription: ({ description }) => description, minWidthToWrap: 20 })
    .action(() => void process.stdout.write(overview((screenOf(process.stdout, process.env) ?? NO_SCREEN).paint)));

  program.commandsGroup('Servers:');
  addServe(program);
  addServer(program, 'all', 'serve every toolset that needs no configuration (stdio)');
  for (const id of TOOLSET_IDS) {
    const server = addServer(program, id, `serve ${TOOLSETS[id].summary} (stdio)`);
    if (id === 'books') addBooksCommands(server, exit);
  }
  addJudge(program, exit);

  program.commandsGroup('By hand:');
  addCall(program, exit);
  addTools(program);
  addFind(program, exit);

  program.commandsGroup('Set-up:');
  addInstall(program, exit);
  addDoctor(program, exit);
  addCompletion(program, () => commandTree(() => {}));
  addHelp(program);

  for (const command of allCommands(program)) {
    command.showHelpAfterError(`See ${pathOf(command)} --help.`);
    const examples = EXAMPLES_OF_COMMANDS[pathOf(command)];
    if (examples) command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
  }
  return program;
}

function addServer(program: Command, name: ToolsetId | 'all', description: string): Command {
  const command = program
    .command(name)
    .description(description)
    .version(`${name === 'all' ? 'quartet' : TOOLSETS[name].server} ${VERSION}`, '-V, --version', 'print the version');
  const configured = name === 'all' ? addOptionsOfAllToolsets(command) : addServerOptions(command, name);
  return configured.action(async (flags: Flags, server: Command) => {
    const [word] = server.args;
    if (word !== undefined)
      throw new UsageError(`${name} has no command '${word}'. ${suggestion(word, namesOf(server))}`);
    await runStdioServer(name, readSettings(flags, process.env));
  });
}

function namesOf(command: Command): string[] {
  return command.commands.map((child) => child.name()).filter((name) => !name.startsWith('_'));
}

/** What may be chosen stands in the description already. */
function optionDescription({ description, defaultValue }: Option): string {
  return typeof defaultValue === 'string' ? `${description} (default: ${defaultValue})` : description;
}

/** The parser's words as ours: one line. A mistyped flag is shown without its value, which may be a secret: `--tokn=SECRET`, `-tSECRET`. */
function inOneLine(message: string): string {
  const [, text = message] = /^error: ([^]*)$/.exec(message) ?? [];
  const [first = '', guess = ''] = text.trimEnd().split('\n');
  const named = first.replace(/(unknown option ')(--[a-z][a-z-]*|-[a-z]?).*/i, "$1$2'");
  return `quartet: ${named.replace(/\.?$/, '.')}${guess === '' ? '' : ` ${guess.replace(/^\(|\)$/g, '')}`}\n`;
}
