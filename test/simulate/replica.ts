import { Library } from '../../src/engines/library/commit/library.ts';
import { Sweeper } from '../../src/engines/library/commit/sweeper.ts';
import type { Storage } from '../../src/engines/library/storage/storage.ts';
import { openLog } from '../../src/kernel/log.ts';
import type { Faults } from './world/faults.ts';
import { type Bug, withBug } from './world/planted-bugs.ts';
import type { Scheduler } from './world/scheduler.ts';
import { SimBucket, SimServer } from './world/sim-bucket.ts';
import type { SimDatabase } from './world/sim-database.ts';
import { SimDisk } from './world/sim-disk.ts';
import { SimFolder } from './world/sim-folder.ts';
import { openSimJournal } from './world/sim-journal.ts';
import { SimProcess } from './world/sim-process.ts';

/** Where files and journal are: a folder and SQLite on one machine, a folder that machines share, or a bucket; those two with a database server. */
export const SETUPS = ['folder and sqlite', 'folder and postgres', 'bucket and postgres'] as const;
export type Setup = (typeof SETUPS)[number];

const LOG = openLog('off', 'simulation');

/** What outlives every process. */
export class Machines {
  disk = new SimDisk();
  readonly server = new SimServer();
  readonly kept = new Map<string, Buffer>();
  boot = 1;
  /** The processes that run, by their names. */
  readonly running = new Map<string, SimProcess>();
  #processes = 0;

  constructor(
    readonly setup: Setup,
    readonly scheduler: Scheduler,
    readonly database: SimDatabase,
    readonly faults: Faults,
    readonly bug?: Bug,
  ) {
    this.disk.syncsFolders = bug !== 'skip-directory-fsync';
  }

  start(machine: string): SimProcess {
    const process = new SimProcess(`${machine} ${++this.#processes} 1`, this.scheduler);
    this.running.set(process.name, process);
    return process;
  }

  kill(process: SimProcess): void {
    process.kill();
    this.running.delete(process.name);
  }

  /** All processes end; of what is not on a disk, some is lost. */
  cutPower(): void {
    for (const process of this.running.values()) process.kill();
    this.running.clear();
    this.boot++;
    this.disk.powerCut(this.scheduler.chance);
    if (this.setup === 'folder and sqlite') this.database.powerCut(this.scheduler.chance);
  }

  open(process: SimProcess): Library {
    const { database, faults, kept, bug, boot } = this;
    const isRemote = this.setup !== 'folder and sqlite';
    const leavesOut = (sql: string) => bug === 'forget-tombstone' && sql.startsWith('insert into "tombstone"');
    const here: Storage =
      this.setup === 'bucket and postgres'
        ? new SimBucket(this.server, process, faults, kept)
        : new SimFolder(this.disk, process, faults, kept);
    const opened = withBug(bug, here, openSimJournal({ process, database, faults, isRemote, leavesOut }));
    const library = new Library(opened.storage, opened.journal, LOG, {
      world: process,
      boot: String(boot),
      processes: { self: process.name, mayBeAlive: (owner) => this.#mayBeAlive(process, owner) },
    });
    return library;
  }

  /** As a process can tell: of another machine it knows nothing. */
  #mayBeAlive(from: SimProcess, owner: string): boolean {
    const [machine, ...rest] = owner.split(' ').slice(0, 3);
    return machine !== from.name.split(' ')[0] || this.running.has([machine, ...rest].join(' '));
  }
}

/** A server of the library that is started again whenever it has died. */
export class Replica {
  process: SimProcess;
  /** There as soon as what a crash has left is settled. */
  library: Library | undefined;
  #starting: Promise<void> | undefined;

  constructor(
    private readonly machines: Machines,
    private readonly machine: string,
  ) {
    this.process = machines.start(machine);
    this.#starting = this.#open();
  }

  crash(): void {
    this.machines.kill(this.process);
    this.library = undefined;
  }

  /** Starts a new process unless there is one. */
  restart(): void {
    if (this.process.isAlive) return;
    this.process = this.machines.start(this.machine);
    this.#starting = this.#open();
  }

  get starting(): Promise<void> {
    return this.#starting ?? Promise.resolve();
  }

  async #open(): Promise<void> {
    const { process, machines } = this;
    for (;;) {
      const library = machines.open(process);
      try {
        await library.recovery.settleAll();
        new Sweeper(library.recovery, library.journal.holdMs / 3, LOG, process);
        this.library = library;
        return;
      } catch {
        // Whoever runs it starts it again.
        await process.sleep(100);
      }
    }
  }
}
