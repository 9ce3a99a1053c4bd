import type { Command } from 'commander';
import { LOG_LEVELS } from '../../kernel/log.ts';
import type { ToolsetOption } from '../../kernel/toolset.ts';
import { LOG_FORMATS } from '../../lib/log.ts';
import { UsageError } from '../terminal/usage.ts';
import { optionsOf, TOOLSET_IDS } from '../toolsets.ts';

/** The options of a command that may use any toolset. */
export function addOptionsOfAllToolsets(command: Command): Command {
  return addServerOptions(command, TOOLSET_IDS.flatMap(optionsOf)).option(
    '--toolsets <ids>',
    'only these toolsets, with commas (QUARTET_TOOLSETS)',
  );
}

/** The options of toolsets, and those that choose among their tools and limit calls. */
export function addServerOptions(command: Command, options: readonly ToolsetOption[]): Command {
  return addToolsetOptions(command, options)
    .option('--tools <names>', 'only these tools, with commas (QUARTET_TOOLS)')
    .option('--exclude-tools <names>', 'not these tools (QUARTET_EXCLUDE_TOOLS)')
    .option('--read-only', 'only tools that change nothing (QUARTET_READ_ONLY)')
    .option('--extras', 'also the extra tools, which no server lists by default (QUARTET_EXTRAS)')
    .option('--time-limit <seconds>', 'no call may take longer (QUARTET_TIME_LIMIT)', onlyOnce('--time-limit'));
}

/** The options of toolsets, how much is logged, and how. */
export function addToolsetOptions(command: Command, options: readonly ToolsetOption[]): Command {
  return addLogFormat(
    addOptions(command.allowExcessArguments(false), options).option(
      '--log-level <level>',
      `how much to say on stderr: ${LOG_LEVELS.join(', ')} (QUARTET_LOG, RUST_LOG)`,
    ),
  );
}

export function addLogFormat(command: Command): Command {
  return command.option(
    '--log-format <format>',
    `format of the log on stderr: ${LOG_FORMATS.join(' or ')} (QUARTET_LOG_FORMAT) (default: text on a terminal, else json)`,
  );
}

export function addOptions(command: Command, options: readonly ToolsetOption[]): Command {
  for (const { flag, env, description, repeatable } of options) {
    const help = `${description} (${env.join(', ')})`;
    if (flag === undefined) continue;
    if (!flag.includes(' ')) command.option(flag, help);
    else if (repeatable) command.option(flag, help, collect);
    else command.option(flag, help, onlyOnce(flag));
  }
  return command;
}

export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

/** The message leaves out the value, which may be a secret. */
export function onlyOnce(flag: string) {
  return (value: string, previous: string | undefined) => {
    if (previous !== undefined) throw new UsageError(`${flag} was given twice`);
    return value;
  };
}
