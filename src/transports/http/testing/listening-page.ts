interface Told {
  readonly event: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into events freely
  readonly data: any;
}

/** Listens to a stream of events as a page does, and keeps what it hears. */
export class ListeningPage {
  readonly told: Told[] = [];
  /** Resolves when the stream has ended, by itself or not. */
  readonly done: Promise<void>;
  end: 'open' | 'ended' | 'cut off' = 'open';

  private constructor(
    readonly response: Response,
    private readonly stop: AbortController,
  ) {
    this.done = this.#read().then(
      () => void (this.end = 'ended'),
      () => void (this.end = 'cut off'),
    );
  }

  static async open(url: string, headers: Record<string, string> = {}): Promise<ListeningPage> {
    const stop = new AbortController();
    return new ListeningPage(await fetch(url, { headers, signal: stop.signal }), stop);
  }

  /** What it has heard of one kind. */
  heard(event: string): Told['data'][] {
    return this.told.filter((one) => one.event === event).map(({ data }) => data);
  }

  leave(): void {
    this.stop.abort();
  }

  async #read(): Promise<void> {
    let rest = '';
    for await (const part of this.response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = (rest + part).split('\n\n');
      rest = parts.pop() ?? '';
      for (const text of parts) {
        const [event = '', data = ''] = text.split('\n').map((line) => line.replace(/^\w+: /, ''));
        this.told.push({ event, data: JSON.parse(data) });
      }
    }
  }
}
