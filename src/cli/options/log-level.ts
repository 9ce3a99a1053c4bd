import { LOG_LEVELS, type LogLevel } from '../../kernel/log.ts';
import { UsageError } from '../terminal/usage.ts';
import { TOOLSET_IDS, TOOLSETS } from '../toolsets.ts';

export interface LogSettings {
  readonly logLevel: LogLevel;
  /** What in the environment was not understood, and is ignored. */
  readonly logNotices: readonly string[];
}

/** The level from the flag, else from `QUARTET_LOG`, else from `RUST_LOG`. */
export function readLogLevel(flag: string | undefined, env: NodeJS.ProcessEnv, fallback: LogLevel): LogSettings {
  if (flag !== undefined) {
    if (isLevel(flag)) return { logLevel: flag, logNotices: [] };
    throw new UsageError(`unknown log level '${flag}'. Known: ${LOG_LEVELS.join(', ')}.`);
  }
  const logNotices: string[] = [];
  for (const variable of ['QUARTET_LOG', 'RUST_LOG']) {
    const directives = env[variable]?.split(',').map((directive) => directive.trim().toLowerCase()) ?? [];
    const unknown = directives.filter((directive) => directive !== '' && !isDirective(directive));
    logNotices.push(...unknown.map((directive) => `${variable}: '${directive}' is not a log directive and is ignored`));
    const logLevel = lastLevel(directives, targetedLevel) ?? lastLevel(directives, generalLevel);
    if (logLevel !== undefined) return { logLevel, logNotices };
  }
  return { logLevel: fallback, logNotices };
}

function lastLevel(
  directives: readonly string[],
  read: (directive: string) => LogLevel | undefined,
): LogLevel | undefined {
  return directives.map(read).findLast((level) => level !== undefined);
}

/** `debug` speaks to everybody. */
function generalLevel(directive: string): LogLevel | undefined {
  return isLevel(directive) ? directive : undefined;
}

/** `oj_mcp_rs=debug` speaks to one server, and wins there over what is said to everybody. */
function targetedLevel(directive: string): LogLevel | undefined {
  const [target = '', level = ''] = directive.split('=');
  return TARGETS.has(target.replaceAll('-', '_')) && isLevel(level) ? level : undefined;
}

const TARGETS = new Set(['quartet', ...TOOLSET_IDS.map((id) => TOOLSETS[id].server.replaceAll('-', '_'))]);

function isDirective(directive: string): boolean {
  const [target = '', level] = directive.split('=');
  return level === undefined ? isLevel(target) : /^[\w:-]+$/.test(target) && isLevel(level);
}

function isLevel(text: string): text is LogLevel {
  return (LOG_LEVELS as readonly string[]).includes(text);
}
