import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { codeOf } from '../lib/errno.ts';
import { JSON_LINES, type LogEvent, type LogStyle, type Severity } from '../lib/log.ts';
import { jsonLine } from './log-json.ts';
import { textLine } from './log-text.ts';

/**
 * Opens the log on stderr. Lines leave together after a moment, warnings and errors at once; none is lost when the process ends.
 * A reader that is slow or gone holds nobody up.
 */
export function openWriter(name: string, { format, colours }: LogStyle = JSON_LINES) {
  const line = (level: Severity) => (format === 'json' ? jsonLine(level, name) : textLine(level, colours));
  const warning = line('warn');
  const output = new StderrLines((dropped) => warning({ dropped }, 'lines were not written, since nobody read them'));
  const event = (level: Severity, urgent = false): LogEvent => {
    const made = line(level);
    return (fields, msg) => {
      output.write(made(fields, msg));
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

const STDERR = 2;
const DELAY_MS = 20;
const GATHERED = 64 * 1024;
/** What waits for a reader. Whatever comes on top of it is dropped and counted. */
const MOST_WAITING = 4 * 1024 * 1024;
const [FIRST_RETRY_MS, LAST_RETRY_MS] = [10, 1000];
/** How long the end of the process waits for a reader. */
const LAST_WORDS_MS = 2000;

/** Lines on their way to stderr. They wait as bytes: strings that outlive a turn would cost the garbage collector more than writing them. */
class StderrLines {
  readonly #fd = openWithoutBlocking();
  readonly #gathered = Buffer.allocUnsafe(GATHERED);
  #length = 0;
  #lines = 0;
  #timer: NodeJS.Timeout | undefined;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #dropped = 0;
  #retryMs = FIRST_RETRY_MS;
  #retry: NodeJS.Timeout | undefined;
  #isSlow = false;

  constructor(private readonly droppedLine: (count: number) => string) {
    process.once('exit', () => this.#end());
  }

  write(line: string): void {
    const atMost = line.length * 3;
    if (this.#length + atMost > GATHERED) this.flush();
    if (atMost > GATHERED) {
      this.#enqueue(Buffer.from(line), 1);
      this.#drain();
      return;
    }
    this.#length += this.#gathered.write(line, this.#length);
    this.#lines++;
    this.#timer ??= setTimeout(() => this.flush(), DELAY_MS);
  }

  /** Writes what the reader takes now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#length > 0) {
      const bytes = this.#gathered.subarray(0, this.#length);
      // Mostly it leaves at once; only what does not is copied.
      const written = this.#waitingBytes + this.#dropped === 0 ? this.#tryWrite(bytes) : 0;
      if (written < bytes.length) this.#enqueue(Buffer.from(bytes.subarray(written)), this.#lines, written > 0);
      this.#length = 0;
      this.#lines = 0;
    }
    if (this.#retry === undefined) this.#drain();
  }

  /** What was begun must be ended, or a line would be torn. */
  #enqueue(bytes: Buffer, lines: number, isBegun = false): void {
    if (!isBegun && (this.#dropped > 0 || this.#waitingBytes + bytes.length > MOST_WAITING)) {
      this.#dropped += lines;
      return;
    }
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
  }

  /** Gives what waits to the reader, and asks again later when it takes no more. */
  #drain(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    const before = this.#waitingBytes;
    if (this.#takesAll()) {
      this.#retryMs = FIRST_RETRY_MS;
      return;
    }
    this.#retryMs = this.#waitingBytes < before ? FIRST_RETRY_MS : Math.min(this.#retryMs * 2, LAST_RETRY_MS);
    this.#retry = setTimeout(() => this.#drain(), this.#retryMs).unref();
  }

  #takesAll(): boolean {
    for (;;) {
      const [first] = this.#waiting;
      if (first === undefined && this.#dropped === 0) return true;
      if (first === undefined) {
        const count = this.#dropped;
        this.#dropped = 0;
        this.#enqueue(Buffer.from(this.droppedLine(count)), 1);
        continue;
      }
      const written = this.#tryWrite(first);
      this.#waitingBytes -= written;
      if (written === first.length) this.#waiting.shift();
      else this.#waiting[0] = first.subarray(written);
      if (written === 0) return false;
    }
  }

  /** How many bytes were taken; none by a reader that is slow or gone, or a disk that is full. */
  #tryWrite(bytes: Buffer): number {
    try {
      return writeSync(this.#fd, bytes);
    } catch (error) {
      this.#isSlow = codeOf(error) === 'EAGAIN';
      return 0;
    }
  }

  #end(): void {
    this.flush();
    const pause = new Int32Array(new SharedArrayBuffer(4));
    const end = performance.now() + LAST_WORDS_MS;
    while (!this.#takesAll() && this.#isSlow && performance.now() < end) {
      Atomics.wait(pause, 0, 0, FIRST_RETRY_MS);
    }
  }
}

/** A way to stderr on which a write never waits for the reader; files have none, and need none. */
function openWithoutBlocking(): number {
  try {
    if (fstatSync(STDERR).isFile()) return STDERR;
    // A description of our own: others that share the pipe or terminal expect that it blocks.
    return openSync(`/proc/self/fd/${STDERR}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    // Sockets, and systems without /proc: Node makes them so when it first looks at them.
    void process.stderr;
    return STDERR;
  }
}
