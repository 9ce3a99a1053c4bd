import type { Command } from 'commander';
import { addOptionsOfAllToolsets } from '../../options/add-options.ts';
import { type Flags, readSettings } from '../../options/settings.ts';
import { UsageError } from '../../terminal/usage.ts';
import { printTools } from '../tools/tools.ts';

const VALUES = `
Values:
  key=text    text, or a number or true or false where the tool wants one
  key:=JSON   any JSON value; a text that begins with @ is key:='"@text"'
  key=@FILE   the text of a file; for binary_data its bytes, as base64
  key=-       the same from standard input
  '{"key": "text"}' as the only word gives all arguments as JSON.`;

/** Adds `quartet call`; `exit` gets the exit code. */
export function addCall(program: Command, exit: (code: number) => void): void {
  const command = program
    .command('call [tool] [arguments...]')
    .usage('[options] <tool> [key=value...]')
    .description('call one tool and print its answer; quartet call TOOL --help tells its arguments')
    // Of its own, since the help of a tool must be loaded.
    .helpOption(false)
    .option('--json', 'print the whole result as JSON')
    .option('-h, --help', 'print this help, or that of the tool')
    .addHelpText('after', VALUES);
  addOptionsOfAllToolsets(command).action(async (tool: string | undefined, args: string[], flags: Flags) => {
    if (flags.help === true && tool === undefined) return command.outputHelp();
    if (flags.help === true && tool !== undefined) return printTools(tool, false, readSettings(flags, process.env));
    if (tool === undefined) throw new UsageError('name a tool. See them all with quartet tools.');
    const { callTool } = await import('./call.ts');
    exit(await callTool(tool, args, flags.json === true, readSettings(flags, process.env, 'warn')));
  });
}
