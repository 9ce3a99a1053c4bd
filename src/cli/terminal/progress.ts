const WIDTH = 30;
const REDRAW_MS = 60;

/** Where a command that takes a while says how far it is: a bar on a terminal, nothing in a pipe. */
export class ProgressBar {
  #drawnAt = Number.NEGATIVE_INFINITY;
  #drawn = false;

  constructor(
    private readonly output: NodeJS.WriteStream,
    private readonly title: string,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get visible(): boolean {
    return this.output.isTTY;
  }

  show(done: number, total: number): void {
    const now = this.now();
    if (!this.visible || (now - this.#drawnAt < REDRAW_MS && done < total)) return;
    this.#drawnAt = now;
    this.#drawn = true;
    const share = total === 0 ? 1 : done / total;
    const filled = Math.round(share * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    this.output.write(`\r${this.title} ${bar} ${done}/${total}\u001b[K`);
  }

  /** Takes the bar away, so that other text can be written. */
  clear(): void {
    if (this.#drawn) this.output.write('\r\u001b[K');
    this.#drawn = false;
  }
}
