/** One event: what happened, and facts about it. Never arguments, results, queries or secrets. */
export type LogEvent = (fields: Record<string, unknown>, message: string) => void;

/** What the program writes about itself: one JSON line an event, on stderr. */
export type Log = Record<Severity, LogEvent> & {
  /** Resolves when everything said so far has been written. */
  flush(): Promise<void>;
};

type Writer = Record<Severity, LogEvent> & { flush(): void };

const SEVERITIES = ['error', 'warn', 'info', 'debug', 'trace'] as const;
type Severity = (typeof SEVERITIES)[number];

export const LOG_LEVELS = ['off', ...SEVERITIES] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Opens a log. The writer is loaded by the first event that passes the level, so a quiet server starts without it. */
export function openLog(level: LogLevel, name: string): Log {
  let writer: Writer | undefined;
  let loading: Promise<void> | undefined;
  const early: ((ready: Writer) => void)[] = [];
  const load = async () => {
    const { openWriter } = await import('./log-writer.ts');
    writer = openWriter(name);
    for (const say of early.splice(0)) say(writer);
  };
  const speak =
    (severity: Severity): LogEvent =>
    (fields, message) => {
      if (writer !== undefined) return writer[severity](fields, message);
      early.push((ready) => ready[severity](fields, message));
      loading ??= load();
    };
  const flush = async () => {
    await loading;
    writer?.flush();
  };
  const passes = (severity: Severity) => SEVERITIES.indexOf(severity) < LOG_LEVELS.indexOf(level);
  const events = SEVERITIES.map((severity) => [severity, passes(severity) ? speak(severity) : ignore]);
  return { ...(Object.fromEntries(events) as Record<Severity, LogEvent>), flush };
}

function ignore(): void {}
