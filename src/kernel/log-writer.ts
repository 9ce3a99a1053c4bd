import pino from 'pino';
import type { LogEvent } from './log.ts';

const SECRET_NAMES = new Set(['token', 'authorization', 'password', 'secret', 'cookie', 'arguments']);

/** Opens the log on stderr. Lines leave together after a moment, warnings and errors at once; none is lost when the process ends. */
export function openWriter(name: string) {
  const output = new Gathered(pino.destination({ dest: 2, sync: true }));
  const event = (level: string, urgent = false): LogEvent => {
    const [start, middle] = [`{"level":"${level}","time":"`, `","name":${JSON.stringify(name)}`];
    return (fields, msg) => {
      output.write(`${start}${now()}${middle}${membersOf(fields)},"msg":${quoted(msg)}}\n`);
      if (urgent) output.flush();
    };
  };
  return {
    error: event('error', true),
    warn: event('warn', true),
    info: event('info'),
    debug: event('debug'),
    trace: event('trace'),
    flush: () => output.flush(),
  };
}

/** Written member by member: an access log has a line for every request, and a general serializer takes ten times as long. */
function membersOf(fields: Record<string, unknown>): string {
  let text = '';
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (value !== undefined) text += `,"${key}":${SECRET_NAMES.has(key) ? HIDDEN : textOf(value)}`;
  }
  return text;
}

let lastMs = 0;
let lastTime = '';

/** Many lines are written in the same millisecond. */
function now(): string {
  const ms = Date.now();
  if (ms !== lastMs) {
    lastMs = ms;
    lastTime = new Date(ms).toISOString();
  }
  return lastTime;
}

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

const PLAIN = /^[\w ./:-]*$/;

function textOf(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  try {
    return JSON.stringify(value instanceof Error ? pino.stdSerializers.err(value) : withoutSecrets(value)) ?? 'null';
  } catch {
    return '"not shown: this is no JSON"';
  }
}

/** Hides secrets one level down. */
function withoutSecrets(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, SECRET_NAMES.has(key) ? '[redacted]' : inner]),
  );
}

const DELAY_MS = 20;
const MAX_HELD = 64 * 1024;
const HIDDEN = '"[redacted]"';

/** Lines on their way. They wait as bytes: strings that outlive a turn would cost the garbage collector more than writing them. */
class Gathered {
  readonly #bytes = Buffer.allocUnsafe(MAX_HELD);
  #length = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly destination: { write(text: string): unknown }) {
    process.once('exit', () => this.flush());
  }

  write(line: string): void {
    if (this.#length + line.length * 3 > MAX_HELD) this.flush();
    if (line.length * 3 > MAX_HELD) {
      this.destination.write(line);
      return;
    }
    this.#length += this.#bytes.write(line, this.#length);
    this.#timer ??= setTimeout(() => this.flush(), DELAY_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#length === 0) return;
    const text = this.#bytes.toString('utf8', 0, this.#length);
    this.#length = 0;
    this.destination.write(text);
  }
}
