import type { Library } from '../../src/engines/library/commit/library.ts';
import { type FileRef, sha256 } from '../../src/engines/library/model/files.ts';
import { FILES, nameOf } from './clients.ts';
import { checkEnd } from './judge/end.ts';
import { Machines, type Setup } from './replica.ts';
import { Chance } from './world/chance.ts';
import { CALM, Faults } from './world/faults.ts';
import { Scheduler } from './world/scheduler.ts';
import { SimDatabase } from './world/sim-database.ts';
import type { Damage, Inode, NameChange } from './world/sim-disk.ts';
import type { SimProcess } from './world/sim-process.ts';

const ACTOR = { agentId: 'simulated-agent', operation: 'write_content' };
const [OLD, NEW] = [
  Buffer.from('what was there before\n'),
  Buffer.from('what shall be there from now on, and is longer\n'),
];
const [LESSON, OTHER, , ASSET] = FILES as [FileRef, FileRef, FileRef, FileRef];

/** A change of which every end is looked at. */
export interface CrashCase {
  readonly name: string;
  readonly files: readonly FileRef[];
  readonly old: Buffer | null;
  readonly next: Buffer | null;
}

export const CRASH_CASES: readonly CrashCase[] = [
  { name: 'create a lesson', files: [LESSON], old: null, next: NEW },
  { name: 'update a lesson', files: [LESSON], old: OLD, next: NEW },
  { name: 'delete a lesson', files: [LESSON], old: OLD, next: null },
  { name: 'update an asset', files: [ASSET], old: OLD, next: NEW },
  { name: 'delete an asset', files: [ASSET], old: OLD, next: null },
  { name: 'update a group of two', files: [LESSON, OTHER], old: OLD, next: NEW },
  { name: 'create a group of two', files: [LESSON, OTHER], old: null, next: NEW },
];

export interface CrashReport {
  /** Moments of the change at which everything may stop. */
  readonly moments: number;
  /** States of disk and journal that differ. */
  readonly states: number;
  readonly violations: readonly string[];
}

/** One way in which a power cut may end. */
interface Loss {
  readonly kept: readonly boolean[];
  readonly damages: readonly Damage[];
  /** Commits of the journal that are left. */
  readonly commits: number;
}

let database: Promise<SimDatabase> | undefined;

/** Stops a change at each moment, in each state that a power cut may leave then, and looks at what recovery makes of it. */
export async function everyCrash(one: CrashCase, setup: Setup, syncsFolders = true): Promise<CrashReport> {
  database ??= SimDatabase.create();
  const journal = await database;
  const violations: string[] = [];
  const seen = new Set<string>();
  for (let moment = 0; ; moment++) {
    const scene = () => Scene.at(one, setup, moment, journal, syncsFolders);
    // They share the journal: one at a time.
    const first = await scene();
    for (const loss of Array.from(losses(first.machines))) {
      const here = await scene();
      const state = here.lose(loss);
      if (seen.has(state)) continue;
      seen.add(state);
      violations.push(...(await here.verdict()).map((why) => `moment ${moment}, ${JSON.stringify(loss)}: ${why}`));
    }
    const settled = await (await scene()).crashThenPowerCut();
    violations.push(...settled.map((why) => `crash at ${moment}, settled, then a power cut: ${why}`));
    if (first.isDone) return { moments: moment, states: seen.size, violations };
  }
}

/** All that may be lost now: any set of renames with those that depend on them, any damage of unsynced files, any number of the last commits. */
function* losses({ disk, database: { commits, syncedCommits }, setup }: Machines): Generator<Loss> {
  const least = setup === 'folder and sqlite' ? syncedCommits : commits;
  for (let left = least; left <= commits; left++) {
    for (const kept of combinations(disk.pending.length, [true, false])) {
      for (const damages of combinations<Damage>(disk.unsynced().length, ['whole', 'empty', 'torn', 'zeros'])) {
        yield { kept, damages, commits: left };
      }
    }
  }
}

function* combinations<Value>(length: number, values: readonly Value[]): Generator<Value[]> {
  if (length === 0) return void (yield []);
  for (const rest of combinations(length - 1, values)) for (const value of values) yield [...rest, value];
}

/** A change that was carried out up to a moment. */
class Scene {
  isDone = false;

  private constructor(
    readonly machines: Machines,
    private readonly one: CrashCase,
  ) {}

  static async at(
    one: CrashCase,
    setup: Setup,
    moment: number,
    journal: SimDatabase,
    syncsFolders: boolean,
  ): Promise<Scene> {
    const chance = new Chance(1);
    const scheduler = new Scheduler(chance);
    journal.begin(() => Date.UTC(2030, 0, 1) + Math.floor(scheduler.time));
    const machines = new Machines(setup, scheduler, journal, new Faults(CALM, chance));
    const scene = new Scene(machines, one);
    await scene.#prepare();
    machines.disk.syncsFolders = syncsFolders;
    await scene.#changeUntil(moment);
    return scene;
  }

  async #prepare(): Promise<void> {
    const { scheduler } = this.machines;
    const process = this.machines.start('machine');
    const library = this.machines.open(process);
    const { old, files } = this.one;
    if (old) for (const file of files) await scheduler.until(library.write(file, ofFile(old, file), undefined, ACTOR));
    await scheduler.until(library.close());
    this.machines.kill(process);
    await scheduler.until(scheduler.wait(100, undefined, 'later'));
  }

  async #changeUntil(moment: number): Promise<void> {
    const { scheduler } = this.machines;
    const library = this.machines.open(this.machines.start('machine'));
    const last = scheduler.steps + moment;
    const reached = new Promise<void>((resolve) => {
      scheduler.onStep = () => {
        if (scheduler.steps >= last) resolve();
      };
    });
    const work = this.#change(library).then(() => {
      this.isDone = true;
    });
    if (moment > 0) await scheduler.until(Promise.race([work, reached]));
    scheduler.onStep = undefined;
  }

  async #change(library: Library): Promise<void> {
    const { files, old, next } = this.one;
    if (files.length === 1) {
      const [file] = files as [FileRef];
      const expected = old ? sha256(ofFile(old, file)) : undefined;
      if (next) await library.write(file, ofFile(next, file), expected, ACTOR);
      else await library.remove(file, ACTOR, expected);
      return;
    }
    const changes = files.map((file) => ({
      file,
      content: next && { bytes: ofFile(next, file), sha256: sha256(ofFile(next, file)) },
      check: () => {},
    }));
    await library.changeTogether(changes, ACTOR);
  }

  /** Cuts the power; gives what tells the state that is left from others. */
  lose({ kept, damages, commits }: Loss): string {
    const { disk, database: journal, running } = this.machines;
    for (const process of running.values()) process.kill();
    running.clear();
    this.machines.boot++;
    const unsynced = disk.unsynced();
    disk.cut(
      (_: NameChange, at) => kept[at] ?? false,
      (inode: Inode) => damages[unsynced.indexOf(inode)] ?? 'whole',
    );
    journal.cutTo(commits);
    const names = disk.names('').map((name) => `${name}=${disk.get(name)?.bytes.toString('base64')}`);
    return JSON.stringify([this.isDone, commits, names, this.machines.kept.size]);
  }

  /** What is wrong after recovery. */
  async verdict(): Promise<string[]> {
    const { library, wrong } = await this.#recovered();
    return [...wrong, ...(await this.#checked(library))];
  }

  /** What was settled after a crash of the process alone must last, even if all is lost that can be. */
  async crashThenPowerCut(): Promise<string[]> {
    for (const process of this.machines.running.values()) this.machines.kill(process);
    const first = await this.#recovered();
    const before = await this.#state(first.library);
    const { disk, database: journal, setup } = this.machines;
    this.lose({
      kept: [],
      damages: disk.unsynced().map(() => 'zeros'),
      commits: setup === 'folder and sqlite' ? journal.syncedCommits : journal.commits,
    });
    const second = await this.#recovered();
    const after = await this.#state(second.library);
    const wrong = [...first.wrong, ...second.wrong, ...(await this.#checked(second.library))];
    if (before !== after) wrong.push(`it was ${before}, then ${after}`);
    return wrong;
  }

  async #recovered(): Promise<{ library: Library; wrong: string[] }> {
    const { scheduler } = this.machines;
    const process: SimProcess = this.machines.start('machine');
    const library = this.machines.open(process);
    try {
      await scheduler.until(library.recovery.settleAll());
      return { library, wrong: [] };
    } catch (error) {
      return { library, wrong: [`recovery failed: ${String(error)}`] };
    }
  }

  async #checked(library: Library): Promise<string[]> {
    const { scheduler } = this.machines;
    const state = await this.#state(library);
    const { old, next, files } = this.one;
    const [before, after] = [old, next].map((bytes) =>
      files.map((file) => stateOf(file, bytes && ofFile(bytes, file))).join(' '),
    );
    const allowed = this.isDone ? [after] : [before, after];
    const wrong = allowed.includes(state) ? [] : [`${state}, expected ${allowed.join(' or ')}`];
    const acknowledged = [old, this.isDone ? next : null].flatMap((bytes) =>
      bytes ? files.map((file) => ({ file, bytes: ofFile(bytes, file), sha256: sha256(ofFile(bytes, file)) })) : [],
    );
    return [...wrong, ...(await scheduler.until(checkEnd(library, { acknowledged })))];
  }

  async #state(library: Library): Promise<string> {
    const states: string[] = [];
    for (const file of this.one.files) {
      const found = await this.machines.scheduler.until(library.read(file));
      states.push(stateOf(file, found?.bytes ?? null));
    }
    return states.join(' ');
  }
}

function ofFile(bytes: Buffer, file: FileRef): Buffer {
  return Buffer.concat([bytes, Buffer.from(nameOf(file))]);
}

function stateOf(file: FileRef, bytes: Buffer | null): string {
  return `${nameOf(file)}=${bytes === null ? 'nothing' : sha256(bytes).slice(0, 6)}`;
}
