import { type Kysely, sql, type Transaction } from 'kysely';
import type { FileKey } from '../model/file-key.ts';
import type { Database } from './database.ts';
import type { Writer } from './intent.ts';
import { prepared } from './prepared.ts';

/** A process that has recorded changes before their files were on the disk. */
export interface UnsyncedMark extends Writer {
  /** The files of later entries may not be. */
  readonly afterEntry: number;
}

/** Knows which files are to be looked at after a power cut. */
export interface UnsyncedJournal {
  /** Whether only processes of this machine use the journal, so that a power cut ends all of them. */
  readonly isLocal: boolean;
  marks(): Promise<UnsyncedMark[]>;
  /** The files that were written in the entries behind one, each once. */
  filesAfter(entry: number): Promise<FileKey[]>;
  lastEntry(): Promise<number>;
  /** Takes note that all files of a process up to an entry are on the disk. */
  synced(owner: string, upToEntry: number): Promise<void>;
  /** Takes note that nothing of some processes is left to look at. */
  drop(owners: readonly string[]): Promise<void>;
}

const selectMarks = prepared((db) =>
  db.selectFrom('unsynced_files').orderBy('owner').select(['owner', 'boot', 'after_entry as afterEntry']),
);

export class KyselyUnsynced implements UnsyncedJournal {
  constructor(
    private readonly open: () => Kysely<Database>,
    readonly isLocal: boolean,
  ) {}

  async marks(): Promise<UnsyncedMark[]> {
    return (await selectMarks(this.open(), {})).rows;
  }

  filesAfter(entry: number): Promise<FileKey[]> {
    return this.open()
      .selectFrom('audit_log')
      .select(['book_id as bookId', 'path', 'user_id as userId'])
      .distinct()
      .where('id', '>', entry)
      .where('state_change', '=', 1)
      .where('new_hash', 'is not', null)
      .execute();
  }

  async lastEntry(): Promise<number> {
    const { last } = await this.open()
      .selectFrom('audit_log')
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    return Number(last ?? 0);
  }

  async synced(owner: string, upToEntry: number): Promise<void> {
    await this.open()
      .transaction()
      .execute(async (tx) => {
        const mark = tx.updateTable('unsynced_files').set({ after_entry: upToEntry }).where('owner', '=', owner);
        await mark.execute();
        const later = tx.selectFrom('audit_log').select('id').where('id', '>', upToEntry).where('state_change', '=', 1);
        if ((await later.limit(1).executeTakeFirst()) === undefined) await dropMarks(tx, [owner]);
      });
  }

  drop(owners: readonly string[]): Promise<void> {
    return dropMarks(this.open(), owners);
  }
}

async function dropMarks(db: Kysely<Database>, owners: readonly string[]): Promise<void> {
  await db.deleteFrom('unsynced_files').where('owner', 'in', owners).execute();
}

/** Takes note, before the entry of a change is made, that its file is not on the disk; nothing where that is known of an earlier one. */
export async function markUnsynced(tx: Transaction<Database>, writer: Writer): Promise<void> {
  await insertMark(tx, writer);
}

const insertMark = prepared((db, { owner, boot }: Writer) =>
  db
    .insertInto('unsynced_files')
    .values({ owner, boot, after_entry: sql<number>`(select coalesce(max(id), 0) from audit_log)` })
    .onConflict((conflict) => conflict.column('owner').doNothing()),
);
