import { readdirSync, readFileSync } from 'node:fs';

/** What is measured of a server, and by how much it may grow over the second half of a run: so much, or such a share of what it was. */
export const MEASURES = [
  { key: 'rss', title: 'Resident memory', unit: 'MB', most: 48, share: 0.15 },
  { key: 'heap', title: 'Heap and buffers in use', unit: 'MB', most: 32, share: 0.25 },
  { key: 'delayMs', title: 'Event-loop delay, 99th percentile', unit: 'ms', most: 50, share: 1 },
  { key: 'handles', title: 'Active handles and requests', unit: '', most: 10, share: 0.25 },
  { key: 'descriptors', title: 'File descriptors', unit: '', most: 10, share: 0.1 },
  { key: 'threads', title: 'Threads', unit: '', most: 3, share: 0.1 },
] as const;

export type Measure = (typeof MEASURES)[number];
export type MeasureKey = Measure['key'];

/** How a server was at a moment, in seconds since the start of the run. What the system does not tell is absent. */
export type Sample = { readonly seconds: number } & { readonly [Key in MeasureKey]?: number };

const MB = 1024 * 1024;

/** Collects what the probe in a process writes down, and what the system tells of it. */
export class Samples {
  readonly #outside: { at: number; descriptors: number; threads: number }[] = [];

  constructor(
    private readonly file: string,
    private readonly pid: number,
    private readonly startedAt: number,
  ) {}

  /** Looks from outside; to be called as often as the probe looks from inside. */
  look(): void {
    if (process.platform !== 'linux') return;
    try {
      const descriptors = readdirSync(`/proc/${this.pid}/fd`).length;
      const threads = Number(/Threads:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1]);
      this.#outside.push({ at: Date.now(), descriptors, threads });
    } catch {
      // A process that has ended is noticed by who waits for its answers.
    }
  }

  all(): Sample[] {
    const lines = readFileSync(this.file, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => {
      const { at, rss, heap, ...rest } = JSON.parse(line) as {
        at: number;
        rss: number;
        heap: number;
        handles: number;
        delayMs: number;
      };
      const seen = this.#outside.findLast((one) => one.at <= at) ?? this.#outside[0];
      const system = seen && { descriptors: seen.descriptors, threads: seen.threads };
      return { seconds: (at - this.startedAt) / 1000, rss: rss / MB, heap: heap / MB, ...rest, ...system };
    });
  }
}
