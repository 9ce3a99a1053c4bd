import { delimiter } from 'node:path';
import type { LogLevel } from '../../kernel/log.ts';
import { BETWEEN_VALUES, isOn, type OptionValues, type ToolsetOption } from '../../kernel/toolset.ts';
import type { LogStyle } from '../../lib/log.ts';
import { suggestion, UsageError } from '../terminal/usage.ts';
import { isToolsetId, optionsOf, TOOLSET_IDS, type ToolsetId } from '../toolsets.ts';
import { readLogStyle } from './log-format.ts';
import { type LogSettings, readLogLevel } from './log-level.ts';

/** What a command was told, by flags or by their environment twins. Flags win. */
export interface Settings extends LogSettings {
  readonly logStyle: LogStyle;
  readonly toolsets?: readonly ToolsetId[] | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly excludeTools: readonly string[];
  readonly readOnly: boolean;
  /** Also the tools that no server has by default. */
  readonly extras: boolean;
  /** No call may take longer, whatever its tool allows. */
  readonly timeLimitMs?: number | undefined;
  /** What the toolsets were told, by the keys of their options. */
  readonly options: OptionValues;
}

export interface Flags {
  logLevel?: string;
  logFormat?: string;
  toolsets?: string;
  tools?: string;
  excludeTools?: string;
  readOnly?: boolean;
  extras?: boolean;
  timeLimit?: string;
  [option: string]: unknown;
}

export function readSettings(flags: Flags, env: NodeJS.ProcessEnv, quiet: LogLevel = 'info'): Settings {
  const readOnly = flags.readOnly ?? isOn(env.QUARTET_READ_ONLY);
  const { logLevel, logNotices } = readLogLevel(flags.logLevel, env, quiet);
  const { logStyle, notices } = readLogStyle(flags.logFormat, env);
  return {
    logLevel,
    logStyle,
    logNotices: [...logNotices, ...notices],
    toolsets: toolsetIds(flags.toolsets ?? env.QUARTET_TOOLSETS),
    tools: names(flags.tools ?? env.QUARTET_TOOLS),
    excludeTools: names(flags.excludeTools ?? env.QUARTET_EXCLUDE_TOOLS) ?? [],
    readOnly,
    extras: flags.extras ?? isOn(env.QUARTET_EXTRAS),
    timeLimitMs: milliseconds(flags.timeLimit ?? env.QUARTET_TIME_LIMIT),
    options: { ...readOptions(flags, env), ...(readOnly && { readOnly: 'yes' }) },
  };
}

/** The first option that a toolset cannot do without and was not given, as a person would write it. */
export function missingOption(id: ToolsetId, settings: Settings): string | undefined {
  const { options } = settings;
  const missing = optionsOf(id).find(
    ({ key, required, unless = '' }) => required && options[key] === undefined && !isOn(options[unless]),
  );
  const instead = optionsOf(id).find(({ key }) => key === missing?.unless);
  return missing && `${missing.flag} (or ${missing.env.join(', ')})${instead ? `, or ${instead.flag}` : ''}`;
}

/** The settings of a command that needs no configuration: its judge is the embedded one, unless another was named. */
export function selfContained(settings: Settings): Settings {
  const { baseUrl, embedded = 'yes' } = settings.options;
  return baseUrl === undefined ? { ...settings, options: { ...settings.options, embedded } } : settings;
}

/** The settings of a server over HTTP, where some options have a default. */
export function served(settings: Settings): Settings {
  const values = TOOLSET_IDS.flatMap(optionsOf).map(({ key, served: otherwise }) => [
    key,
    settings.options[key] ?? otherwise,
  ]);
  return { ...settings, options: { ...settings.options, ...Object.fromEntries(values) } };
}

function readOptions(flags: Flags, env: NodeJS.ProcessEnv): OptionValues {
  const options = TOOLSET_IDS.flatMap(optionsOf);
  return Object.fromEntries(
    options.map((option) => [option.key, fromFlag(option, flags[option.key]) ?? fromVariables(option, env)]),
  );
}

function fromFlag(option: ToolsetOption, flag: unknown): string | undefined {
  if (typeof flag === 'string') return flag;
  if (Array.isArray(flag)) return flag.join(BETWEEN_VALUES);
  // The parser says `true` for a `--no-…` that was not given.
  if (flag === true && !isNegative(option)) return 'yes';
  return flag === false ? 'no' : undefined;
}

function fromVariables({ env: variables, repeatable }: ToolsetOption, env: NodeJS.ProcessEnv): string | undefined {
  const value = variables.map((name) => env[name]).find(Boolean);
  if (!repeatable) return value;
  return value?.split(delimiter).filter(Boolean).join(BETWEEN_VALUES) || undefined;
}

export function isNegative({ flag }: ToolsetOption): boolean {
  return flag?.startsWith('--no-') ?? false;
}

function names(list: string | undefined): string[] | undefined {
  const parts = list?.split(',').map((name) => name.trim());
  const present = parts?.filter((name) => name !== '');
  return present?.length ? present : undefined;
}

function milliseconds(seconds: string | undefined): number | undefined {
  if (!seconds) return undefined;
  const value = /^\d{1,5}(\.\d{1,3})?$/.test(seconds) ? Number(seconds) : 0;
  if (value > 0 && value <= MAX_SECONDS) return value * 1000;
  throw new UsageError(`--time-limit (QUARTET_TIME_LIMIT) must be a number of seconds, 0.001 to ${MAX_SECONDS}.`);
}

const MAX_SECONDS = 86_400;

function toolsetIds(list: string | undefined): ToolsetId[] | undefined {
  const ids = names(list);
  if (ids === undefined || ids.includes('all')) return undefined;
  return ids.map((id) => {
    if (isToolsetId(id)) return id;
    throw new UsageError(`unknown toolset '${id}'. ${suggestion(id, TOOLSET_IDS)}`);
  });
}
