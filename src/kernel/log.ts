import { JSON_LINES, type Log, type LogEvent, type LogStyle, SEVERITIES, type Severity } from '../lib/log.ts';

type Writer = Record<Severity, LogEvent> & { flush(): void };

export const LOG_LEVELS = ['off', ...SEVERITIES] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Opens a log. The writer is loaded by the first event that passes the level, so a quiet server starts without it. */
export function openLog(level: LogLevel, name: string, style: LogStyle = JSON_LINES): Log {
  let writer: Writer | undefined;
  let loading: Promise<void> | undefined;
  const early: ((ready: Writer) => void)[] = [];
  const load = async () => {
    const { openWriter } = await import('./log-writer.ts');
    writer = openWriter(name, style);
    for (const say of early.splice(0)) say(writer);
  };
  const speak =
    (severity: Severity): LogEvent =>
    (fields, message) => {
      if (writer !== undefined) return writer[severity](fields, message);
      early.push((ready) => ready[severity](fields, message));
      // Without its writer a server is silent, which is better than its end.
      loading ??= load().catch(() => {});
    };
  const flush = async () => {
    await loading;
    writer?.flush();
  };
  const passes = (severity: Severity) => SEVERITIES.indexOf(severity) < LOG_LEVELS.indexOf(level);
  const written = SEVERITIES.filter(passes).map((severity) => [severity, speak(severity)]);
  return { error: ignore, warn: ignore, ...(Object.fromEntries(written) as Partial<Writer>), flush };
}

function ignore(): void {}
