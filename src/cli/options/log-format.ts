import { isatty } from 'node:tty';
import { LOG_FORMATS, type LogFormat, type LogStyle } from '../../lib/log.ts';
import { showsColours } from '../terminal/colours.ts';
import { UsageError } from '../terminal/usage.ts';

const VARIABLE = 'QUARTET_LOG_FORMAT';

interface StyleSettings {
  readonly logStyle: LogStyle;
  /** What in the environment was not understood, and is ignored. */
  readonly notices: readonly string[];
}

/** The format from the flag, else from `QUARTET_LOG_FORMAT`, else text for a person at a terminal and JSON for a program. */
export function readLogStyle(
  flag: string | undefined,
  env: NodeJS.ProcessEnv,
  isTerminal: boolean = isatty(2),
): StyleSettings {
  if (flag !== undefined && !isFormat(flag)) {
    throw new UsageError(`unknown log format '${flag}'. Known: ${LOG_FORMATS.join(', ')}.`);
  }
  const told = env[VARIABLE]?.trim().toLowerCase() || undefined;
  const notices =
    flag !== undefined || told === undefined || isFormat(told)
      ? []
      : [`${VARIABLE}: '${told}' is not a log format and is ignored`];
  const usual = isTerminal ? 'text' : 'json';
  const format = flag ?? (told !== undefined && isFormat(told) ? told : usual);
  return { logStyle: { format, colours: format === 'text' && isTerminal && showsColours(env) }, notices };
}

function isFormat(text: string): text is LogFormat {
  return (LOG_FORMATS as readonly string[]).includes(text);
}
