import type { Stats } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Budget } from '../../../lib/budget.ts';
import { inPlace } from '../../../lib/in-place.ts';
import { WorkerClient } from '../../../lib/worker-client.ts';
import { isOffice } from '../types/document-format.ts';
import { LIMITS } from './limits.ts';
import type { Metadata, Question, Reading } from './reading.ts';

export interface ThreadLimits {
  /** How long one question may take. */
  readonly patienceMs: number;
  /** How much JavaScript may hold. */
  readonly heapMb: number;
  /** How much the process may grow while a question is answered: bytes that a thread holds are not in its heap. */
  readonly growthMb: number;
}

type ReadingThread = WorkerClient<Question, Reading>;

const MIB = 1024 * 1024;
const CHECK_MEMORY_MS = 50;
const MOST_THREADS = 2;
/** Of documents that are read at the same time, as they lie on the disk; reading one takes several times as much. */
const BYTES_AT_ONCE = 80 * MIB;
const USUAL: ThreadLimits = { patienceMs: 8000, heapMb: 384, growthMb: 640 };
const COARSEST_CLOCK_MS = 2000;
const ARCHIVES: ReadonlySet<string> = new Set(['zip', 'tar', 'gzip', 'xz', 'zstd']);
/** How many overruns are remembered, and how long: a machine that was busy may have been the reason. */
const MOST_REMEMBERED = 10_000;
const REMEMBERED_MS = 3_600_000;

/**
 * Reads documents and pictures for searches and for metadata, in threads of their own: a large one takes longer than others should
 * wait, and a hostile one may take forever. What overran is not read again for an hour, or before it has changed.
 */
export class Readers {
  readonly #limits: ThreadLimits;
  readonly #idle: ReadingThread[];
  readonly #threads: readonly ReadingThread[];
  readonly #line: ((thread: ReadingThread) => void)[] = [];
  readonly #budget = new Budget({
    bytes: BYTES_AT_ONCE,
    bytesEach: BYTES_AT_ONCE,
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitMs: Number.POSITIVE_INFINITY,
  });
  readonly #underWay = new Map<string, Promise<Reading>>();
  readonly #overran = new Map<string, number>();
  #isClosed = false;

  constructor(file: URL = new URL('./spotlight-documents.js', import.meta.url), limits: ThreadLimits = USUAL) {
    const count = Math.min(availableParallelism(), MOST_THREADS);
    const resourceLimits = { maxOldGenerationSizeMb: limits.heapMb };
    const options = { serial: true, inheritsEnv: true, resourceLimits };
    this.#limits = limits;
    this.#threads = Array.from({ length: count }, () => new WorkerClient(file, options));
    this.#idle = [...this.#threads];
  }

  /** What a file says about itself; nothing when that cannot be read. */
  async metadata(path: string, contentType: string): Promise<Metadata | 'overrun'> {
    const reading = await this.read({ about: 'metadata', path, contentType });
    if (reading === 'overrun') return reading;
    return typeof reading === 'object' && 'metadata' in reading ? reading.metadata : {};
  }

  /** The answer to a question about the file that lies at a path now. Questions that are the same at the same time share one reading. */
  async read(question: Question): Promise<Reading> {
    const stats = await inPlace(question.path, async (seen) => seen).catch(() => undefined);
    if (!stats) return 'gone';
    const key = `${question.about} ${versionOf(stats)} ${question.path}`;
    if (this.#hasOverrun(key)) return 'overrun';
    // A text that has just changed may have changed once more in the same tick of the disk's clock.
    const isShared = question.about === 'metadata' || stats.ctimeMs < Date.now() - COARSEST_CLOCK_MS;
    let reading = isShared ? this.#underWay.get(key) : undefined;
    if (!reading) {
      reading = this.#readNow(question, stats, key).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, reading);
    }
    const { size, mtimeMs, ctimeMs, ino } = stats;
    const told = await reading;
    return typeof told === 'object' && 'text' in told ? { ...told, stamp: { size, mtimeMs, ctimeMs, ino } } : told;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  async #readNow(question: Question, { size }: Stats, key: string): Promise<Reading> {
    const room = await this.#budget.reserve('', Math.min(size, mostHeld(question)));
    try {
      const shorter = withoutDocuments(question);
      const shorterKey = `${key} without documents`;
      let reading: Reading = 'overrun';
      if (!shorter || !this.#hasOverrun(shorterKey))
        reading = await this.#inTurn((thread) => this.#ask(thread, question));
      // One document must not cost all of an archive.
      if (reading === 'overrun' && shorter && !this.#isClosed) {
        this.#remember(shorterKey);
        reading = await this.#inTurn((thread) => this.#ask(thread, shorter));
      }
      if (reading === 'overrun') this.#remember(key);
      return reading;
    } finally {
      room.release();
    }
  }

  async #ask(thread: ReadingThread, question: Question): Promise<Reading> {
    const { patienceMs, growthMb } = this.#limits;
    const overgrown = new AbortController();
    const mostBytes = process.memoryUsage.rss() + growthMb * MIB;
    const timer = setInterval(() => process.memoryUsage.rss() > mostBytes && overgrown.abort(), CHECK_MEMORY_MS);
    try {
      return await thread.ask(question, { timeLimitMs: patienceMs, signal: overgrown.signal });
    } catch {
      return this.#isClosed ? 'gone' : 'overrun';
    } finally {
      clearInterval(timer);
    }
  }

  async #inTurn<T>(use: (thread: ReadingThread) => Promise<T>): Promise<T> {
    const thread = this.#idle.pop() ?? (await new Promise<ReadingThread>((resolve) => this.#line.push(resolve)));
    try {
      return await use(thread);
    } finally {
      const next = this.#line.shift();
      if (next) next(thread);
      else this.#idle.push(thread);
    }
  }

  #hasOverrun(key: string): boolean {
    return (this.#overran.get(key) ?? 0) > performance.now();
  }

  #remember(key: string): void {
    this.#overran.delete(key);
    this.#overran.set(key, performance.now() + REMEMBERED_MS);
    for (const oldest of this.#overran.keys()) {
      if (this.#overran.size <= MOST_REMEMBERED) return;
      this.#overran.delete(oldest);
    }
  }
}

/** The question about an archive without the documents in it; undefined for any other one. */
function withoutDocuments(question: Question): Question | undefined {
  return question.about === 'text' && ARCHIVES.has(question.format)
    ? { ...question, isWithoutDocuments: true }
    : undefined;
}

/** Of most documents all is held, of films and archives only parts. */
function mostHeld(question: Question): number {
  const isWhole = question.about === 'metadata' || isOffice(question.format);
  return isWhole ? LIMITS.documentBytes : LIMITS.markupBytes;
}

function versionOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs, ctimeMs].join(' ');
}
