import { ConfigurationFailure } from '../lib/failures.ts';
import { harmless } from '../lib/harmless.ts';
import { readPlainFlags } from './options/plain-flags.ts';
import { readSettings } from './options/settings.ts';
import { runStdioServer } from './server.ts';
import { UsageError } from './terminal/usage.ts';
import { isToolsetId, optionsOf } from './toolsets.ts';

/** Runs the command line. The exit code is 0, 1 for what failed, 2 for a command that makes no sense. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    process.exitCode = await run(argv);
  } catch (error) {
    process.exitCode = error instanceof UsageError ? 2 : 1;
    process.stderr.write(await explain(error, argv));
  }
}

/** One line that says what is wrong, and one that says where to learn more. */
async function explain(error: unknown, argv: readonly string[]): Promise<string> {
  if (error instanceof UsageError || error instanceof ConfigurationFailure) {
    const { helpFor } = await import('./program.ts');
    const help = (error instanceof UsageError ? error.help : undefined) ?? helpFor(argv);
    return `quartet: ${harmless(error.message).replace(/[^.?!]$/, '$&.')}\nSee ${help}.\n`;
  }
  return `quartet: unexpected failure, please report it\n${error instanceof Error ? error.stack : String(error)}\n`;
}

async function run(argv: readonly string[]): Promise<number> {
  const [command = '', ...words] = argv;
  const isServer = command === 'all' || isToolsetId(command);
  const flags = isServer ? readPlainFlags(words, command === 'all' ? [] : optionsOf(command)) : undefined;
  if (isServer && flags) {
    await runStdioServer(command, readSettings(flags, process.env));
    return 0;
  }
  const { parseAndRun } = await import('./program.ts');
  return parseAndRun(argv);
}
