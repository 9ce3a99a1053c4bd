// Longer than most: what clients draw, and what they have to remember of it, belong together.
import type { GroupedChange } from '../../src/engines/library/commit/group-commit.ts';
import type { Library } from '../../src/engines/library/commit/library.ts';
import { unexpected } from '../../src/engines/library/commit/refusals.ts';
import type { FileRow } from '../../src/engines/library/journal/journal.ts';
import { BookFailure } from '../../src/engines/library/model/failures.ts';
import { BASE } from '../../src/engines/library/model/file-key.ts';
import { asset, type FileRef, lesson, sha256 } from '../../src/engines/library/model/files.ts';
import { assetPath, bookId, contentPath } from '../../src/engines/library/model/names.ts';
import type { Operation, Value } from './judge/linearizability.ts';
import type { Replica } from './replica.ts';
import type { Chance } from './world/chance.ts';
import type { Faults } from './world/faults.ts';
import type { Scheduler } from './world/scheduler.ts';

export const BOOK = bookId('simulated-book');
const page = (name: string) => lesson(BOOK, contentPath(`content/01-Part/01-Chapter/${name}.md`), BASE);
/** The first two are changed together now and then; the last one has no history. */
export const FILES: readonly FileRef[] = [
  page('01-a'),
  page('02-b'),
  page('03-c'),
  asset(BOOK, assetPath('img', 'd.png')),
];
const PAIR = FILES.slice(0, 2);

/** A version that somebody was told to be written. */
export interface Acknowledged {
  readonly file: FileRef;
  readonly sha256: string;
  readonly bytes: Buffer;
}

/** What all clients have seen. */
export class History {
  readonly operations: Operation[] = [];
  readonly acknowledged: Acknowledged[] = [];
  /** Calls that failed for another reason than what they found, by their messages. */
  readonly failed: string[] = [];
  readonly violations: string[] = [];
  /** What was read of both files that are changed together, in one go. */
  readonly pairs: Values[] = [];
  #moment = 0;

  now(): number {
    return ++this.#moment;
  }

  add(operation: Operation): void {
    this.operations.push(operation);
  }
}

export type Values = Record<string, Value>;

/** Agents that read and write at a replica, one call after the other. */
export class Client {
  /** What it believes each file to hold. */
  readonly #believes = new Map<string, Value>();
  #writes = 0;

  constructor(
    private readonly name: string,
    private readonly replica: () => Replica,
    private readonly history: History,
    private readonly chance: Chance,
    private readonly scheduler: Scheduler,
    private readonly faults: Faults,
  ) {}

  async run(calls: number): Promise<void> {
    for (let call = 0; call < calls; call++) {
      await this.scheduler.wait(this.faults.thinkMs(), undefined, `${this.name} thinks`);
      const replica = this.replica();
      const { library } = replica;
      if (library === undefined) {
        await this.scheduler.wait(100, undefined, `${this.name} waits for a server`);
        continue;
      }
      const work = this.#call(library);
      await Promise.race([work.run(), replica.process.ended.then(() => work.isLost())]);
    }
  }

  #call(library: Library): Call {
    const drawn = this.chance.below(100);
    const file = this.chance.pick(FILES);
    if (drawn < 30) return this.#read(library, file);
    if (drawn < 38) return this.#readPair(library);
    if (drawn < 45) return this.#readOld(library);
    if (drawn < 60) return this.#changePair(library);
    if (drawn < 72) return this.#remove(library, file);
    return this.#write(library, file);
  }

  #read(library: Library, file: FileRef): Call {
    return this.#observed(`read ${nameOf(file)}`, async () => {
      const found = (await library.read(file))?.sha256 ?? null;
      this.#believes.set(file.key, found);
      return { [nameOf(file)]: found };
    });
  }

  /** Other changes may come between the two, a group may not. */
  #readPair(library: Library): Call {
    return this.#observed('read pair', async () => {
      const pair = await library.wholeGroups(BOOK, async () => {
        const found: Values = {};
        for (const file of PAIR) found[nameOf(file)] = (await library.read(file))?.sha256 ?? null;
        return found;
      });
      for (const file of PAIR) this.#believes.set(file.key, pair[nameOf(file)] ?? null);
      this.history.pairs.push(pair);
      return pair;
    });
  }

  #readOld(library: Library): Call {
    const known = this.history.acknowledged.filter(({ file }) => file !== FILES[3]);
    if (known.length === 0) return this.#read(library, this.chance.pick(FILES));
    const version = this.chance.pick(known);
    return this.#observed(`read old ${nameOf(version.file)}`, async () => {
      try {
        await library.versions.read(version.file, { sha256: version.sha256, size: version.bytes.length });
      } catch (error) {
        if (!(error instanceof BookFailure)) throw error;
        this.history.violations.push(
          `an acknowledged version of ${nameOf(version.file)} cannot be read: ${error.message}`,
        );
      }
      return {};
    });
  }

  #write(library: Library, file: FileRef): Call {
    const bytes = this.#newBytes();
    const expected = this.#expected(file);
    const hash = sha256(bytes);
    return this.#changing(`write ${nameOf(file)}`, { [nameOf(file)]: expected }, { [nameOf(file)]: hash }, async () => {
      await library.write(file, bytes, expected ?? undefined, ACTOR);
      this.history.acknowledged.push({ file, sha256: hash, bytes });
      this.#believes.set(file.key, hash);
    });
  }

  #remove(library: Library, file: FileRef): Call {
    const expected = this.#expected(file);
    if (expected === null) return this.#read(library, file);
    return this.#changing(
      `remove ${nameOf(file)}`,
      { [nameOf(file)]: expected },
      { [nameOf(file)]: null },
      async () => {
        this.#believes.set(file.key, null);
        if (!(await library.remove(file, ACTOR, expected))) return { [nameOf(file)]: null };
        return undefined;
      },
    );
  }

  #changePair(library: Library): Call {
    const [finds, makes]: [Values, Values] = [{}, {}];
    const versions: Acknowledged[] = [];
    const changes = PAIR.map((file): GroupedChange => {
      const expected = this.#expected(file);
      const bytes = expected !== null && this.chance.isTrue(0.2) ? null : this.#newBytes();
      finds[nameOf(file)] = expected;
      makes[nameOf(file)] = bytes && sha256(bytes);
      if (bytes) versions.push({ file, sha256: sha256(bytes), bytes });
      const check = (current: FileRow | undefined) => {
        if ((current?.sha256 ?? null) !== expected) throw unexpected(file.path, current, expected ?? undefined);
      };
      return { file, content: bytes && { bytes, sha256: sha256(bytes) }, check };
    });
    return this.#changing('change pair', finds, makes, async () => {
      await library.changeTogether(changes, ACTOR);
      this.history.acknowledged.push(...versions);
      for (const file of PAIR) this.#believes.set(file.key, makes[nameOf(file)] ?? null);
    });
  }

  /** Mostly what is there; now and then something that is not. */
  #expected(file: FileRef): Value {
    return this.chance.isTrue(0.05) ? null : (this.#believes.get(file.key) ?? null);
  }

  #newBytes(): Buffer {
    return Buffer.from(`${this.name} has written this as number ${++this.#writes}.\n`.repeat(1 + this.chance.below(3)));
  }

  #observed(name: string, look: () => Promise<Values>): Call {
    const begins = this.history.now();
    return new Call(
      async () => {
        const found = await look();
        const ends = this.history.now();
        for (const [file, value] of Object.entries(found)) {
          this.history.add({ name: `${this.name}: ${name}`, begins, ends, finds: { [file]: value }, makes: {} });
        }
      },
      (error) => void this.history.failed.push(`${name}: ${String(error)}`),
      () => {},
    );
  }

  /** `change` gives what it found instead when it had nothing to do. */
  #changing(name: string, finds: Values, makes: Values, change: () => Promise<Values | undefined | void>): Call {
    const begins = this.history.now();
    const full = `${this.name}: ${name}`;
    const unknown = () =>
      this.history.add({ name: `${full}, nobody knows`, begins, ends: Number.POSITIVE_INFINITY, finds, makes });
    return new Call(
      async () => {
        const found = await change();
        this.history.add({
          name: full,
          begins,
          ends: this.history.now(),
          finds: found ?? finds,
          makes: found ? {} : makes,
        });
      },
      (error) => {
        const refusals = refusalsOf(error);
        if (refusals === undefined) {
          this.history.failed.push(`${name}: ${String(error)}`);
          return unknown();
        }
        const ends = this.history.now();
        for (const [path, value] of refusals) {
          const file = FILES.find((one) => one.path === path);
          if (file) this.#believes.set(file.key, value);
          if (file)
            this.history.add({ name: `${full}, refused`, begins, ends, finds: { [nameOf(file)]: value }, makes: {} });
        }
      },
      unknown,
    );
  }
}

const ACTOR = { agentId: 'simulated-agent', operation: 'write_content' };

/** A call that has an answer, a failure, or neither. */
class Call {
  #hasEnded = false;

  constructor(
    private readonly work: () => Promise<void>,
    private readonly failed: (error: unknown) => void,
    private readonly lost: () => void,
  ) {}

  async run(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      if (!this.#hasEnded) this.failed(error);
    }
    this.#hasEnded = true;
  }

  isLost(): void {
    if (!this.#hasEnded) this.lost();
    this.#hasEnded = true;
  }
}

/** What a refused call was told to be there, by path. */
function refusalsOf(error: unknown): [string, Value][] | undefined {
  if (!(error instanceof BookFailure) || !['CONFLICT', 'HASH_REQUIRED', 'NOT_FOUND'].includes(error.code))
    return undefined;
  const all = (error.data.conflicts ?? [error.data]) as readonly { path: string; current_hash?: string }[];
  return all.map(({ path, current_hash }) => [path, current_hash ?? null]);
}

export function nameOf({ path }: FileRef): string {
  return /([^/]+)\.\w+$/.exec(path)?.[1] ?? path;
}
