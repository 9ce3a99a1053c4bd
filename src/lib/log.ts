/** One event: what happened, and facts about it. Never arguments, results, queries or secrets. */
export type LogEvent = (fields: Record<string, unknown>, message: string) => void;

/** What the program writes about itself: one line an event, on stderr. */
export type Log = Readonly<Record<Grave, LogEvent>> & {
  /** What is not written at all is absent, so that its facts are not even gathered. */
  readonly [severity in Exclude<Severity, Grave>]?: LogEvent | undefined;
} & {
  /** Resolves when everything said so far has been written. */
  flush(): Promise<void>;
};

/** What the events are called, the gravest first. */
export const SEVERITIES = ['error', 'warn', 'info', 'debug', 'trace'] as const;
export type Severity = (typeof SEVERITIES)[number];
type Grave = 'error' | 'warn';

/** How lines look: as JSON for programs, or as text for people, with or without colours. */
export interface LogStyle {
  readonly format: LogFormat;
  readonly colours: boolean;
}

export const LOG_FORMATS = ['json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export const JSON_LINES: LogStyle = { format: 'json', colours: false };
