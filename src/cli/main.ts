import { isToolsetId } from './catalog.ts';
import { runStdioServer } from './server.ts';
import { readSettings } from './settings.ts';
import { UsageError } from './usage.ts';

/** Runs the command line. The exit code is 0, 1 for a call that failed, 2 for a command that makes no sense. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    process.exitCode = await run(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`quartet: ${error.message}\nSee quartet --help.\n`);
    process.exitCode = 2;
  }
}

async function run(argv: readonly string[]): Promise<number> {
  const [command, ...rest] = argv;
  // A client starts a server with its bare name: that way needs no command-line parser, and starts sooner without one.
  if (rest.length === 0 && command !== undefined && (command === 'all' || isToolsetId(command))) {
    await runStdioServer(command, readSettings({}, process.env));
    return 0;
  }
  const { parseAndRun } = await import('./program.ts');
  return parseAndRun(argv);
}
