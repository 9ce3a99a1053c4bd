import type { TimeBudget } from '../../../lib/time-budget.ts';
import { type FileEntry, TEXTLESS } from '../index/entries.ts';
import type { Grams } from '../index/grams.ts';
import type { Signatures } from '../index/signature.ts';
import { documentFormat } from '../types/content-type.ts';
import type { Scanner, ScanResult } from './scanner.ts';
import type { Sought } from './text-match.ts';

export interface ScanOptions {
  readonly limit: number;
  /** Whether the files come newest first, so that later ones need no scan once there are enough. */
  readonly isOrdered: boolean;
  readonly scanner: Pick<Scanner, 'scan'>;
  readonly signatures: Signatures;
  readonly budget: TimeBudget;
}

// The part of the files that must be left for a search to be worth starting again.
const LATE = 0.75;
// How many documents are waited for while others are looked at: one that takes long keeps nothing else from being found.
const DOCUMENTS_AHEAD = 8;

/** Files in no order hold the query so often that it is better to know their age first. */
export class TooCommon extends Error {
  override readonly name = 'TooCommon';
}

/** Runs the scans of a search: most are done at once, and a few documents are waited for at the same time. */
export class ScanRunner {
  readonly #options: ScanOptions;
  readonly #awaited = new Set<Promise<void>>();
  #failure: unknown;
  #left = 0;
  #turningPoint = 0;
  skipped = 0;
  readonly overran: string[] = [];

  constructor(options: ScanOptions) {
    this.#options = options;
  }

  begin(files: readonly FileEntry[]): void {
    if (this.#options.isOrdered) return;
    for (const { signature } of files) if (signature !== TEXTLESS) this.#left++;
    this.#turningPoint = files.length * LATE;
  }

  /** Whether the text of a file may have all the grams. */
  mayHold({ signature }: FileEntry, grams: Grams): boolean {
    return signature < 0 ? signature !== TEXTLESS : this.#options.signatures.mayHold(signature, grams);
  }

  /** Whether no more files than these are needed; of files in no order all are. */
  isEnough(count: number, most: number): boolean {
    const { isOrdered, limit } = this.#options;
    if (isOrdered) return count >= most;
    if (count > limit + 1 && this.#left > this.#turningPoint) throw new TooCommon();
    return false;
  }

  scan(entry: FileEntry, sought: Sought): ScanResult | Promise<ScanResult> {
    const { scanner, budget } = this.#options;
    this.#left--;
    const start = () => scanner.scan(entry, sought, budget);
    if (budget.due()) return budget.turn().then(() => this.#counted(entry, start()));
    const result = start();
    return result instanceof Promise || result.skipped ? this.#counted(entry, result) : result;
  }

  /** Goes on with what a scan gave: most often at once, else the file has to be waited for, or a few documents later. */
  whenScanned(
    entry: FileEntry,
    scanning: ScanResult | Promise<ScanResult>,
    take: (result: ScanResult) => void,
  ): Promise<void> | undefined {
    if (!(scanning instanceof Promise)) {
      take(scanning);
      return undefined;
    }
    const taken = scanning.then(take);
    if (!documentFormat(entry.name)) return taken;
    const awaited: Promise<void> = taken
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#awaited.delete(awaited));
    this.#awaited.add(awaited);
    return this.#awaited.size < DOCUMENTS_AHEAD ? undefined : this.#checked(Promise.race(this.#awaited));
  }

  /** Waits for a round; the documents that it has asked for belong to it. */
  async settled(round: Promise<void>): Promise<void> {
    await round;
    await this.#checked(Promise.all(this.#awaited));
  }

  async #checked(work: Promise<unknown>): Promise<void> {
    await work;
    if (this.#failure !== undefined) throw this.#failure as Error;
  }

  async #counted(entry: FileEntry, scanning: ScanResult | Promise<ScanResult>): Promise<ScanResult> {
    const result = await scanning;
    if (result.skipped) this.skipped++;
    if (result.overran) this.overran.push(entry.path);
    return result;
  }
}
