import { LOG_LEVELS, type LogLevel } from '../kernel/log.ts';
import { isToolsetId, TOOLSET_IDS, type ToolsetId } from './catalog.ts';
import { suggestion, UsageError } from './usage.ts';

/** What a command was told, by flags or by their environment twins. Flags win. */
export interface Settings {
  readonly logLevel: LogLevel;
  readonly toolsets?: readonly ToolsetId[] | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly excludeTools: readonly string[];
  readonly readOnly: boolean;
}

export interface Flags {
  logLevel?: string;
  toolsets?: string;
  tools?: string;
  excludeTools?: string;
  readOnly?: boolean;
}

const DEFAULT_LOG_LEVEL: LogLevel = 'info';

export function readSettings(flags: Flags, env: NodeJS.ProcessEnv): Settings {
  return {
    logLevel: logLevel(flags, env),
    toolsets: toolsetIds(flags.toolsets ?? env.QUARTET_TOOLSETS),
    tools: names(flags.tools ?? env.QUARTET_TOOLS),
    excludeTools: names(flags.excludeTools ?? env.QUARTET_EXCLUDE_TOOLS) ?? [],
    readOnly: flags.readOnly ?? isOn(env.QUARTET_READ_ONLY),
  };
}

function names(list: string | undefined): string[] | undefined {
  const parts = list?.split(',').map((name) => name.trim());
  const present = parts?.filter((name) => name !== '');
  return present?.length ? present : undefined;
}

function toolsetIds(list: string | undefined): ToolsetId[] | undefined {
  const ids = names(list);
  if (ids === undefined || ids.includes('all')) return undefined;
  return ids.map((id) => {
    if (isToolsetId(id)) return id;
    throw new UsageError(`unknown toolset '${id}'. ${suggestion(id, TOOLSET_IDS)}`);
  });
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.toLowerCase());
}

function logLevel(flags: Flags, env: NodeJS.ProcessEnv): LogLevel {
  if (flags.logLevel !== undefined) {
    if (isLevel(flags.logLevel)) return flags.logLevel;
    throw new UsageError(`unknown log level '${flags.logLevel}'. Known: ${LOG_LEVELS.join(', ')}.`);
  }
  return levelDirective(env.QUARTET_LOG) ?? levelDirective(env.RUST_LOG) ?? DEFAULT_LOG_LEVEL;
}

/** Reads `info`, or the general part of a list such as `warn,http=debug`; anything else counts as not set. */
function levelDirective(text: string | undefined): LogLevel | undefined {
  const directives = text?.split(',').map((directive) => directive.trim().toLowerCase());
  return directives?.findLast(isLevel);
}

function isLevel(text: string): text is LogLevel {
  return (LOG_LEVELS as readonly string[]).includes(text);
}
