import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangePoint } from '../../../src/engines/library/commit/commit.ts';
import { optionsOf } from '../../harness/books/setup.ts';
import { Wire } from '../../harness/books/wire.ts';
import { bundle } from '../../harness/bundle.ts';
import { Random } from '../../harness/random.ts';
import { checkAfterCrash, checkLeftovers } from './check.ts';
import { BOOK, type Kind, kindsFor, newSubjects, type Operation, operation, type Subject } from './keys.ts';

export interface CrashReport {
  kills: number;
  /** How often it died at which point of which change; `moment` is a kill from outside. */
  readonly at: Record<string, number>;
  acknowledged: number;
  staleStaged: number;
}

const KINDS: readonly Kind[] = ['write', 'update', 'delete', 'upload'];
const POINTS: readonly ChangePoint[] = ['staged', 'kept', 'begun', 'published', 'finished'];
const DEATHS = [
  ...POINTS.flatMap((point) => KINDS.map((kind) => ({ point, kind }))).filter(
    ({ point, kind }) => point !== 'staged' || kind !== 'delete',
  ),
  ...Array.from({ length: 5 }, () => undefined),
];

/** Kills a server again and again in the middle of changes, and checks the library each time. */
export async function crashRounds(rounds: number, seed: number): Promise<CrashReport> {
  const root = await mkdtemp(join(tmpdir(), 'quartet-crash-'));
  const server = await bundle('test/harness/books/crash-server.ts');
  const run = new CrashRun(root, server.program, new Random(seed));
  try {
    for (let round = 0; round < rounds; round++) {
      const death = DEATHS[round % DEATHS.length];
      if (death) await run.dieAt(death.point, death.kind);
      else await run.dieSometime();
      await checkAfterCrash(root, run.subjects).catch((error: unknown) => {
        throw new Error(`seed ${seed}, round ${round}, ${JSON.stringify(death ?? 'moment')}`, { cause: error });
      });
    }
    run.report.staleStaged = await checkLeftovers(root);
    await checkServer(root, run.subjects);
    return run.report;
  } finally {
    await rm(root, { recursive: true, force: true });
    await rm(server.folder, { recursive: true, force: true });
  }
}

class CrashRun {
  readonly subjects: readonly Subject[] = newSubjects();
  readonly report: CrashReport = { kills: 0, at: {}, acknowledged: 0, staleStaged: 0 };
  #contents = 0;

  constructor(
    private readonly root: string,
    private readonly server: string,
    private readonly random: Random,
  ) {}

  /** A few changes that work, then one of a kind during which the server kills itself. */
  async dieAt(point: ChangePoint, kind: Kind): Promise<void> {
    const before = this.random.below(4);
    const target = this.random.pick(this.subjects.filter(({ isAsset }) => isAsset === (kind === 'upload')));
    const planned = this.#plan(target, kind, before);
    // The passage through the point that is that of the last change.
    const passage = 1 + planned.filter(([, kind]) => point !== 'staged' || kind !== 'delete').length;
    const wire = await this.#start(point, passage);
    for (const [subject, kind] of planned) await this.#acknowledge(wire, this.#operation(kind, subject));
    const last = this.#operation(kind, target);
    const answer = await wire.call(last.tool, last.args);
    assert.equal(answer, undefined, `the server answered instead of dying at ${point}`);
    await this.#dead(wire, `${point} ${kind}`);
    // Before the bytes are published nothing has happened; afterwards the change has.
    const happened = point === 'published' || point === 'finished';
    if (happened) target.may = [last.content];
  }

  /** The changes before the last, which make the last one possible. */
  #plan(target: Subject, kind: Kind, before: number): [Subject, Kind][] {
    const others = this.subjects.filter((subject) => subject !== target);
    const planned: [Subject, Kind][] = [];
    for (let count = 0; count < before; count++) {
      // Each file once, so that what is possible now is possible then.
      const subject = this.random.pick(others.filter((one) => !planned.some(([taken]) => taken === one)));
      planned.push([subject, this.random.pick(kindsFor(subject))]);
    }
    const there = target.may[0] !== null;
    if (kind === 'write' && there) planned.push([target, 'delete']);
    if ((kind === 'update' || kind === 'delete') && !there) planned.push([target, 'write']);
    return planned;
  }

  /** Changes of all files at once, until somebody kills the server. */
  async dieSometime(): Promise<void> {
    const wire = await this.#start('never', 1);
    const killed = sleep(this.random.below(120)).then(() => wire.child.kill('SIGKILL'));
    await Promise.all(this.subjects.map((subject) => this.#changeUntilDeath(wire, subject)));
    await killed;
    await this.#dead(wire, 'moment');
  }

  async #changeUntilDeath(wire: Wire, subject: Subject): Promise<void> {
    for (;;) {
      const next = this.#operation(this.random.pick(kindsFor(subject)), subject);
      const [old = null] = subject.may;
      const answer = await wire.call(next.tool, next.args);
      if (answer === undefined) {
        subject.may = [old, next.content];
        return;
      }
      this.#acknowledged(next, answer.error?.message ?? (answer.result?.isError && answer.result.content[0]?.text));
    }
  }

  async #acknowledge(wire: Wire, operation: Operation): Promise<void> {
    const answer = await wire.call(operation.tool, operation.args);
    assert.ok(answer?.result, `the server died too early: ${wire.stderr}`);
    this.#acknowledged(operation, answer.result.isError && answer.result.content[0]?.text);
  }

  #acknowledged(operation: Operation, failure: string | false | undefined): void {
    assert.ok(!failure, `${operation.tool} failed: ${failure}`);
    operation.subject.may = [operation.content];
    this.report.acknowledged++;
  }

  #operation(kind: Kind, subject: Subject): Operation {
    return operation(kind, subject, `${++this.#contents} ${'x'.repeat(this.random.below(20_000))}`);
  }

  async #start(point: string, after: number): Promise<Wire> {
    const wire = new Wire([this.server], { CRASH_ROOT: this.root, CRASH_AT: point, CRASH_AFTER: String(after) });
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

/** The real server shows what the last check has written, and no trace of the rest. */
async function checkServer(root: string, subjects: readonly Subject[]): Promise<void> {
  const wire = await Wire.books(root);
  const shared = subjects.filter(({ file }) => !file.key.includes('/users/')).map(({ file }) => file.key);
  assert.deepEqual((await wire.data('glob_search', { book_id: BOOK, pattern: '**' })).result, shared.sort());
  assert.equal((await wire.data('validate_book', { book_id: BOOK })).valid, true);
  const storage_backend = optionsOf(root).storageBackend ?? 'fs';
  assert.deepEqual((await wire.data('list_books', {})).result, [{ book_id: BOOK, storage_backend }]);
  await wire.end();
}
