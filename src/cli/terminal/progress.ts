import { displayWidth, fitting } from './width.ts';

const WIDTH = 24;
const REDRAW_MS = 100;
/** What is over sooner needs no bar. */
const PATIENCE_MS = 1000;
const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';

type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>;

/**
 * Where a command that takes a while says how far it is: after a second, on a terminal, a bar with rate and remaining time, or a
 * spinner while nobody knows how much there is. Nothing in a pipe. To be ended with `end`.
 */
export class Progress {
  readonly #startedAt: number;
  readonly #timer: NodeJS.Timeout | undefined;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #isDrawn = false;
  #frame = 0;
  #count: { done: number; total: number } | undefined;
  #detail = '';
  #below: readonly string[] = [];

  constructor(
    private readonly output: Output,
    private readonly title: string,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#startedAt = now();
    this.#timer = this.visible ? setInterval(() => this.draw(), REDRAW_MS).unref() : undefined;
  }

  get visible(): boolean {
    return this.output.isTTY;
  }

  show(done: number, total: number): void {
    this.#count = { done, total };
    this.draw();
  }

  /** Says beside the spinner how far it is, while nobody knows how much there is. */
  tell(detail: string): void {
    this.#detail = `, ${detail}`;
    this.draw();
  }

  /** Shows lines below the spinner at once, instead of those that were there. */
  list(lines: readonly string[]): void {
    this.#below = lines;
    this.draw();
  }

  /** How far it came, for somebody who has stopped it; empty when nothing is known. */
  get reached(): string {
    return this.#count === undefined ? '' : ` after ${this.#count.done} of ${this.#count.total}`;
  }

  draw(): void {
    const now = this.now();
    const isSoon = now - this.#startedAt < PATIENCE_MS && this.#below.length === 0;
    if (!this.visible || isSoon || now - this.#drawnAt < REDRAW_MS) return;
    this.#drawnAt = now;
    this.#isDrawn = true;
    // A line that is too long would be broken, and only its end taken away again.
    const columns = Math.max(20, (this.output.columns || 80) - 1);
    const line = this.#line((now - this.#startedAt) / 1000, columns);
    const lines = [line, ...this.#below].map((each) => (displayWidth(each) > columns ? fitting(each, columns) : each));
    const back = lines.length > 1 ? `\u001b[${lines.length - 1}A` : '';
    this.output.write(`\r${lines.join('\u001b[K\n')}\u001b[K${lines.length > 1 ? '\u001b[J' : ''}${back}`);
  }

  /** Takes the bar away, so that other text can be written. */
  clear(): void {
    if (this.#isDrawn) this.output.write(this.#below.length > 0 ? '\r\u001b[J' : '\r\u001b[K');
    this.#below = [];
    this.#isDrawn = false;
  }

  end(): void {
    clearInterval(this.#timer);
    this.clear();
  }

  #line(seconds: number, columns: number): string {
    if (this.#count === undefined) {
      this.#frame = (this.#frame + 1) % FRAMES.length;
      return `${FRAMES[this.#frame]} ${this.title} ${duration(seconds)}${this.#detail}`;
    }
    const { done, total } = this.#count;
    const filled = Math.round((total === 0 ? 1 : Math.min(1, done / total)) * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    const rate = done / seconds;
    const pace = `${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s`;
    const left = done > 0 && done < total ? `, ${duration((total - done) / rate)} left` : '';
    const whole = `${this.title} ${bar} ${done}/${total}  ${pace}${left}`;
    return displayWidth(whole) <= columns ? whole : `${this.title} ${done}/${total}${left}`;
  }
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  return whole < 3600
    ? `${Math.floor(whole / 60)} min ${whole % 60} s`
    : `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
