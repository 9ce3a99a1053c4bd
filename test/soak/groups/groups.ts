import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangePoint } from '../../../src/engines/library/commit/commit.ts';
import { BASE } from '../../../src/engines/library/model/file-key.ts';
import { lesson, sha256 } from '../../../src/engines/library/model/files.ts';
import { contentPath } from '../../../src/engines/library/model/names.ts';
import { openLog } from '../../../src/kernel/log.ts';
import { closeBooks, openBooks } from '../../../src/toolsets/books/open.ts';
import { optionsOf } from '../../harness/books/setup.ts';
import { type Json, Wire } from '../../harness/books/wire.ts';
import { bundle } from '../../harness/bundle.ts';
import { Random } from '../../harness/random.ts';
import { checkAfterCrash, checkLeftovers } from '../crash/check.ts';
import { BOOK, type Subject } from '../crash/keys.ts';

export interface GroupCrashReport {
  kills: number;
  /** How often a group had happened as a whole, and how often not at all. */
  whole: number;
  none: number;
  readonly at: Record<string, number>;
  staleStaged: number;
}

const FILES = 5;

/** Where a server dies that carries out a group, and where the next one dies that settles it. */
interface Death {
  readonly point: ChangePoint;
  readonly passage: number;
  readonly next?: { readonly point: ChangePoint; readonly passage: number };
}

const EACH = Array.from({ length: FILES }, (_, at) => at + 1);
const DEATHS: readonly (Death | undefined)[] = [
  ...EACH.map((passage) => ({ point: 'staged', passage }) as const),
  { point: 'begun', passage: 1 },
  ...EACH.map((passage) => ({ point: 'published', passage }) as const),
  { point: 'finished', passage: 1 },
  { point: 'begun', passage: 1, next: { point: 'claimed', passage: 1 } },
  ...EACH.map((passage) => ({ point: 'begun', passage: 1, next: { point: 'resumed', passage } }) as const),
  { point: 'published', passage: 2, next: { point: 'resumed', passage: 1 } },
  // Bytes that are still to be published are lost, so that the next one undoes the group, and dies over that.
  ...[1, 2, 3, 4].map((passage) => ({ point: 'published', passage: 3, next: { point: 'restored', passage } }) as const),
  ...Array.from({ length: 4 }, () => undefined),
];

/** Kills a server again and again in the middle of groups of changes, now and then the next one too that settles what the first has left. */
export async function groupCrashRounds(rounds: number, seed: number): Promise<GroupCrashReport> {
  const root = await mkdtemp(join(tmpdir(), 'quartet-groups-'));
  const server = await bundle('test/harness/books/crash-server.ts');
  const run = new GroupCrashRun(root, server.program, new Random(seed));
  try {
    for (let round = 0; round < rounds; round++) {
      const death = DEATHS[round % DEATHS.length];
      await run.round(death).catch((error: unknown) => {
        throw new Error(`seed ${seed}, round ${round}, ${JSON.stringify(death ?? 'moment')}`, { cause: error });
      });
    }
    run.report.staleStaged = await checkLeftovers(root);
    return run.report;
  } finally {
    await rm(root, { recursive: true, force: true });
    await rm(server.folder, { recursive: true, force: true });
  }
}

class GroupCrashRun {
  readonly report: GroupCrashReport = { kills: 0, whole: 0, none: 0, at: {}, staleStaged: 0 };
  readonly #subjects: readonly Subject[] = EACH.map((at) => {
    const path = `content/01-Part/0${1 + (at % 2)}-Chapter/0${at}-lesson.md`;
    return { file: lesson(BOOK, contentPath(path), BASE), args: { path }, isAsset: false, may: [null] };
  });
  #contents = 0;

  constructor(
    private readonly root: string,
    private readonly server: string,
    private readonly random: Random,
  ) {}

  async round(death: Death | undefined): Promise<void> {
    const changes = this.#changes(death?.point === 'staged' || isUndone(death));
    if (death) await this.#dieAt(death, changes);
    else await this.#dieSometime(changes);
    await this.#checkWhole(death, changes);
    await checkAfterCrash(this.root, this.#subjects);
  }

  #changes(onlyWrites: boolean): Map<Subject, string | null> {
    return new Map(
      this.#subjects.map((subject) => {
        const isDeletion = !onlyWrites && subject.may[0] !== null && this.random.below(4) === 0;
        const text = `${++this.#contents} ${'x'.repeat(this.random.below(5000))}`;
        return [subject, isDeletion ? null : text];
      }),
    );
  }

  async #dieAt({ point, passage, next }: Death, changes: Map<Subject, string | null>): Promise<void> {
    const wire = await this.#start(point, passage);
    const answer = await wire.call('write_many', argumentsOf(changes));
    assert.equal(answer, undefined, `the server answered instead of dying at ${point}: ${JSON.stringify(answer)}`);
    await this.#dead(wire, `${point} ${passage}`);
    if (next === undefined) return;
    if (next.point === 'restored') await this.#lose([...changes.values()].at(-1));
    const settling = new Wire([this.server], this.#env(next.point, next.passage));
    await this.#dead(settling, `${point} ${passage}, ${next.point} ${next.passage}`);
  }

  /** Takes staged bytes away. */
  async #lose(text: string | null | undefined): Promise<void> {
    const folder = join(this.root, '.quartet', 'staging');
    for (const name of await readdir(folder)) {
      if ((await readFile(join(folder, name), 'utf8')) === text) return rm(join(folder, name));
    }
    assert.fail('the bytes of the last change are not staged');
  }

  async #dieSometime(changes: Map<Subject, string | null>): Promise<void> {
    const wire = await this.#start('never', 1);
    const killed = sleep(this.random.below(60)).then(() => wire.child.kill('SIGKILL'));
    await wire.call('write_many', argumentsOf(changes));
    await killed;
    await this.#dead(wire, 'moment');
  }

  /** Looks before anybody else has: all of the group, or nothing. */
  async #checkWhole(death: Death | undefined, changes: Map<Subject, string | null>): Promise<void> {
    const world = await openBooks(optionsOf(this.root), openLog('off', 'group-check'));
    try {
      const states = await Promise.all(
        this.#subjects.map(async (subject) => {
          const found = (await world.library.read(subject.file))?.bytes.toString() ?? null;
          return found === changes.get(subject) ? 'new' : found === subject.may[0] ? 'old' : 'neither';
        }),
      );
      const [state] = states;
      assert.equal(new Set(states).size, 1, `a part of the group is there: ${states.join(', ')}`);
      assert.notEqual(state, 'neither');
      // Once it has begun it happens, if it can.
      if (death) assert.equal(state, death.point === 'staged' || isUndone(death) ? 'old' : 'new');
      // What was put back is a file of its own, which the journal learns when somebody looks.
      if (isUndone(death)) await world.library.reconciled(BOOK);
      if (state === 'new') this.report.whole++;
      else this.report.none++;
      for (const subject of this.#subjects) if (state === 'new') subject.may = [changes.get(subject) ?? null];
    } finally {
      await closeBooks(world);
    }
  }

  #env(point: string, after: number): Record<string, string> {
    return { CRASH_ROOT: this.root, CRASH_AT: point, CRASH_AFTER: String(after) };
  }

  async #start(point: string, after: number): Promise<Wire> {
    const wire = new Wire([this.server], this.#env(point, after));
    await wire.hello();
    return wire;
  }

  async #dead(wire: Wire, how: string): Promise<void> {
    await wire.ended;
    assert.equal(wire.child.signalCode, 'SIGKILL', wire.stderr);
    this.report.kills++;
    this.report.at[how] = (this.report.at[how] ?? 0) + 1;
  }
}

function isUndone(death: Death | undefined): boolean {
  return death?.next?.point === 'restored';
}

function argumentsOf(changes: Map<Subject, string | null>): Json {
  const asked = [...changes].map(([{ args, may }, content]) => ({
    ...args,
    ...(content === null ? { delete: true } : { content }),
    ...(may[0] != null && { expected_hash: sha256(may[0]) }),
  }));
  return { book_id: BOOK, changes: asked };
}
