import { type Argument, type Command, Option } from 'commander';
import { LOG_LEVELS } from '../../kernel/log.ts';
import type { ToolsetOption } from '../../kernel/toolset.ts';
import { LOG_FORMATS } from '../../lib/log.ts';
import { UsageError } from '../terminal/usage.ts';
import { optionsOf, TOOLSET_IDS, TOOLSETS, type ToolsetId } from '../toolsets.ts';

/** The options of a command that may use any toolset, after its own. */
export function addOptionsOfAllToolsets(command: Command): Command {
  addSelection(command).addOption(
    grouped(SELECTION, '--toolsets <ids>', 'only these toolsets, with commas (QUARTET_TOOLSETS)'),
  );
  for (const id of TOOLSET_IDS) addOptions(command, optionsOf(id), { heading: headingOf(id), rare: 'hidden' });
  return addLogOptions(withMore(command));
}

/** The options of one toolset's server: all of them. */
export function addServerOptions(command: Command, id: ToolsetId): Command {
  addOptions(command, optionsOf(id));
  return addLogOptions(addSelection(command));
}

/** The options of a toolset, how much is logged, and how, for a command that uses it. */
export function addToolsetOptions(command: Command, id: ToolsetId): Command {
  addOptions(command, optionsOf(id), { heading: headingOf(id), rare: 'hidden' });
  return addLogOptions(withMore(command));
}

function headingOf(id: ToolsetId): string {
  return `${TOOLSETS[id].heading}:`;
}

/** Says where the options are that hardly anybody needs. */
function withMore(command: Command): Command {
  return command.addHelpText('after', '\nBuckets, quotas and other rarer options of books: quartet help books.');
}

const SELECTION = 'Which tools:';
const LOG = 'Log:';

function addSelection(command: Command): Command {
  return command
    .allowExcessArguments(false)
    .addOption(grouped(SELECTION, '--tools <names>', 'only these tools, with commas (QUARTET_TOOLS)'))
    .addOption(grouped(SELECTION, '--exclude-tools <names>', 'not these tools (QUARTET_EXCLUDE_TOOLS)'))
    .addOption(grouped(SELECTION, '--read-only', 'only tools that change nothing (QUARTET_READ_ONLY)'))
    .addOption(
      grouped(SELECTION, '--extras', 'also the extra tools, which no server lists by default (QUARTET_EXTRAS)'),
    )
    .addOption(
      grouped(SELECTION, '--time-limit <seconds>', 'no call may take longer (QUARTET_TIME_LIMIT)').argParser(
        onlyOnce('--time-limit'),
      ),
    );
}

function addLogOptions(command: Command): Command {
  const levels = `how much to say on stderr: ${LOG_LEVELS.join(', ')} (QUARTET_LOG, RUST_LOG)`;
  return addLogFormat(
    command.allowExcessArguments(false).addOption(offering(grouped(LOG, '--log-level <level>', levels), LOG_LEVELS)),
  );
}

export function addLogFormat(command: Command): Command {
  return command.addOption(
    offering(
      grouped(
        LOG,
        '--log-format <format>',
        `format of the log on stderr: ${LOG_FORMATS.join(' or ')} (QUARTET_LOG_FORMAT) (default: text on a terminal, else json)`,
      ),
      LOG_FORMATS,
    ),
  );
}

interface Arrangement {
  readonly heading?: string;
  /** Whether the help shows options that have a heading of their own. */
  readonly rare?: 'shown' | 'hidden';
}

/** Adds options below a heading, each below its own if it has one. */
export function addOptions(
  command: Command,
  options: readonly ToolsetOption[],
  { heading, rare = 'shown' }: Arrangement = {},
): Command {
  for (const { flag, env, description, repeatable, group, choices } of options) {
    if (flag === undefined) continue;
    const option = grouped(group ?? heading, flag, `${description} (${env.join(', ')})`);
    option.hideHelp(group !== undefined && rare === 'hidden');
    if (flag.includes(' ') && repeatable) option.argParser(collect);
    else if (flag.includes(' ')) option.argParser(onlyOnce(flag));
    command.addOption(choices === undefined ? option : offering(option, choices));
  }
  return command;
}

export function grouped(heading: string | undefined, flag: string, description: string): Option {
  const option = new Option(flag, description);
  return heading === undefined ? option : option.helpGroup(heading);
}

/** Lets shells complete what may be chosen. The command itself checks it, and in its own words. */
export function offering<Target extends Option | Argument>(target: Target, choices: readonly string[]): Target {
  target.argChoices = [...choices];
  return target;
}

export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

/** The message leaves out the value, which may be a secret. */
export function onlyOnce(flag: string) {
  return (value: string, previous: string | undefined) => {
    if (previous !== undefined) throw new UsageError(`${flag} was given twice.`);
    return value;
  };
}
