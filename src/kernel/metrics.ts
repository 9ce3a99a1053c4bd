/** Something that is counted, by labels. */
export interface Counter {
  add(labels: readonly string[], amount?: number): void;
}

/** Something that goes up and down. */
export interface Gauge {
  set(labels: readonly string[], value: number): void;
}

/** Something whose distribution matters, such as a time in seconds. */
export interface Histogram {
  observe(labels: readonly string[], value: number): void;
}

interface TimedCall {
  readonly tool: string;
  readonly outcome: string;
  readonly elapsedMs: number;
}

/** Something that happens: counted by its outcome, and timed. */
export class Timed {
  /** When it happened last. */
  lastAt: Date | undefined;

  constructor(
    private readonly count: Counter,
    private readonly seconds: Histogram,
  ) {}

  readonly record = (what: string, outcome: string, elapsedMs: number): void => {
    this.lastAt = new Date();
    this.count.add([what, outcome]);
    this.seconds.observe([what], elapsedMs / 1000);
  };

  readonly recordCall = ({ tool, outcome, elapsedMs }: TimedCall): void => this.record(tool, outcome, elapsedMs);
}

/** Counters, gauges and histograms, and their text for Prometheus. */
export class Metrics {
  readonly #families: Family[] = [];
  readonly #collectors: (() => void | Promise<void>)[] = [];

  counter(name: string, help: string, labels: readonly string[] = []): Counter {
    const family = this.#add(new Values(name, help, 'counter', labels));
    return { add: (values, amount = 1) => family.change(values, (value) => value + amount) };
  }

  gauge(name: string, help: string, labels: readonly string[] = []): Gauge {
    const family = this.#add(new Values(name, help, 'gauge', labels));
    return { set: (values, value) => family.change(values, () => value) };
  }

  histogram(name: string, help: string, buckets: readonly number[], labels: readonly string[] = []): Histogram {
    return this.#add(new Distribution(name, help, buckets, labels));
  }

  /** Has something measured whenever the text is asked for. */
  collect(measure: () => void | Promise<void>): void {
    this.#collectors.push(measure);
  }

  /** All of it in the text format of Prometheus, version 0.0.4. */
  async text(): Promise<string> {
    for (const measure of this.#collectors) await measure();
    return `${this.#families.flatMap((family) => family.lines()).join('\n')}\n`;
  }

  #add<F extends Family>(family: F): F {
    if (this.#families.some(({ name }) => name === family.name))
      throw new Error(`Two metrics are called ${family.name}`);
    this.#families.push(family);
    return family;
  }
}

abstract class Family {
  constructor(
    readonly name: string,
    private readonly help: string,
    private readonly type: string,
    private readonly labels: readonly string[],
  ) {}

  lines(): string[] {
    return [`# HELP ${this.name} ${this.help}`, `# TYPE ${this.name} ${this.type}`, ...this.samples()];
  }

  protected abstract samples(): string[];

  protected line(suffix: string, values: readonly string[], value: number, extra = ''): string {
    const pairs = this.labels.map((label, index) => `${label}="${escape(values[index] ?? '')}"`);
    const shown = [...pairs, ...(extra ? [extra] : [])].join(',');
    return `${this.name}${suffix}${shown && `{${shown}}`} ${value}`;
  }
}

class Values extends Family {
  readonly #values = new Map<string, number>();

  constructor(name: string, help: string, type: 'counter' | 'gauge', labels: readonly string[]) {
    super(name, help, type, labels);
    // A counter without labels is there from the start, so that its first step shows as one.
    if (labels.length === 0) this.#values.set('', 0);
  }

  change(labels: readonly string[], next: (value: number) => number): void {
    const key = labels.join(SEPARATOR);
    this.#values.set(key, next(this.#values.get(key) ?? 0));
  }

  protected samples(): string[] {
    return Array.from(this.#values, ([key, value]) => this.line('', key.split(SEPARATOR), value));
  }
}

interface Spread {
  readonly counts: number[];
  count: number;
  sum: number;
}

class Distribution extends Family implements Histogram {
  readonly #spreads = new Map<string, Spread>();

  constructor(
    name: string,
    help: string,
    private readonly buckets: readonly number[],
    labels: readonly string[],
  ) {
    super(name, help, 'histogram', labels);
  }

  observe(labels: readonly string[], value: number): void {
    const key = labels.join(SEPARATOR);
    let spread = this.#spreads.get(key);
    if (spread === undefined) {
      spread = { counts: this.buckets.map(() => 0), count: 0, sum: 0 };
      this.#spreads.set(key, spread);
    }
    spread.count++;
    spread.sum += value;
    const at = this.buckets.findIndex((bound) => value <= bound);
    if (at !== -1) spread.counts[at] = (spread.counts[at] ?? 0) + 1;
  }

  protected samples(): string[] {
    return Array.from(this.#spreads, ([key, { counts, count, sum }]) => {
      const labels = key.split(SEPARATOR);
      let below = 0;
      const buckets = this.buckets.map((bound, index) => {
        below += counts[index] ?? 0;
        return this.line('_bucket', labels, below, `le="${bound}"`);
      });
      return [
        ...buckets,
        this.line('_bucket', labels, count, 'le="+Inf"'),
        this.line('_sum', labels, sum),
        this.line('_count', labels, count),
      ];
    }).flat();
  }
}

/** Between the values of a key; in no label. */
const SEPARATOR = '\0';

function escape(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}
