import type { JournalBackend } from '../../../src/engines/library/journal/backend.ts';
import { type Journal, JournalFailure } from '../../../src/engines/library/journal/journal.ts';
import { KyselyJournal } from '../../../src/engines/library/journal/kysely-journal.ts';
import { guarded } from '../../../src/engines/library/journal/postgres/postgres-journal.ts';
import { GroupCommit } from '../../../src/engines/library/journal/sqlite/group-commit.ts';
import type { TextIndex } from '../../../src/engines/library/journal/text-index.ts';
import { SharedRun } from '../../../src/lib/shared-run.ts';
import type { Faults } from './faults.ts';
import type { SimDatabase } from './sim-database.ts';
import { kyselyOn } from './sim-kysely.ts';
import type { SimProcess } from './sim-process.ts';

export interface JournalSetup {
  readonly process: SimProcess;
  readonly database: SimDatabase;
  readonly faults: Faults;
  readonly isRemote: boolean;
  leavesOut(sql: string): boolean;
}

/** Nothing here looks for words. */
const NO_TEXTS = { close: async () => {} } as TextIndex;

/** The journal of a process: all of it is real but the way to the database and to the disk. */
export function openSimJournal({ process, database, faults, isRemote, leavesOut }: JournalSetup): Journal {
  let failure: JournalFailure | undefined;
  const check = () => {
    if (failure !== undefined) throw failure;
  };
  const db = kyselyOn({ process, database, faults, isRemote, check, leavesOut });
  const common: JournalBackend = {
    relaxed: (open, work) => open.transaction().execute(work),
    problems: async () => [],
    texts: () => NO_TEXTS,
  };
  const options = { world: process };
  if (isRemote) return guarded(new KyselyJournal(db, options, common), process);
  const syncs = new SharedRun(async () => {
    check();
    const upTo = database.commits;
    await process.wait(faults.latency() * 3, 'sync of the log');
    if (faults.syncFails()) {
      failure = new JournalFailure('The log could not be brought to the disk.');
      throw failure;
    }
    database.synced(upTo);
  });
  const durability = new GroupCommit(db, () => syncs.run(), process);
  return new KyselyJournal(db, options, { ...common, durability });
}
