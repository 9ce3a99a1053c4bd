import { sql, type Transaction } from 'kysely';
import { BASE } from '../model/file-key.ts';
import { groupOf } from './change-group.ts';
import { type Database, EVERYBODY } from './database.ts';
import type { Decision, Intent, Quota, Quotas } from './intent.ts';

type Tx = Transaction<Database>;

/** What limits changes, and how a database lets one at a time be held against it. */
export interface Room {
  readonly quotas: Quotas;
  readonly inTurn?: ((tx: Tx) => Promise<void>) | undefined;
}

type NoRoom = Extract<Decision, { kind: 'exceeds' }>;

/** Says why there is no room for a change, or for the group that it is one of, if there is none. */
export async function noRoom(tx: Tx, intent: Intent, room: Room | undefined): Promise<NoRoom | undefined> {
  if (room === undefined) return undefined;
  await room.inTurn?.(tx);
  return exceeded(tx, intent, room.quotas);
}

interface Usage {
  readonly whose: string;
  /** What there is and what is being written, this change included. */
  readonly files: number;
  readonly bytes: number;
  /** What this change adds. */
  readonly newFiles: number;
  readonly newBytes: number;
}

/**
 * The quota that a change which has just been entered as an intent would break. What others are writing counts as written, what they
 * are deleting as still there, so that whatever becomes of it no quota is broken; a change that adds nothing breaks none.
 */
async function exceeded(tx: Tx, intent: Intent, quotas: Quotas): Promise<NoRoom | undefined> {
  const [all, own] = await usageWith(tx, intent);
  const measures: readonly (readonly [Quota, number, number])[] = [
    ['user_overlays', own?.files ?? 0, own?.newFiles ?? 0],
    ['user_bytes', own?.bytes ?? 0, own?.newBytes ?? 0],
    ['library_files', all?.files ?? 0, all?.newFiles ?? 0],
    ['library_bytes', all?.bytes ?? 0, all?.newBytes ?? 0],
  ];
  for (const [quota, total, needed] of measures) {
    const limit = quotas[quota];
    if (limit !== undefined && needed > 0 && total > limit)
      return { kind: 'exceeds', quota, used: total - needed, needed, limit };
  }
  return undefined;
}

/** One statement, so that a change which ends meanwhile is counted once. What belongs together is counted by what comes of it. */
async function usageWith(tx: Tx, { id, userId, owner }: Intent): Promise<(Usage | undefined)[]> {
  const isOwn = groupOf({ owner }) === undefined ? sql`id = ${id}` : sql`owner = ${owner}`;
  // Not a join: a server that does not know yet how few intents there are would read all files for it.
  const { rows } = await sql<Usage>`with pending as (
      select case when ${isOwn} then 1 else 0 end as own, user_id, case when new_hash is null then 0 else 1 end as is_file,
        case when new_hash is null then 0 else size_bytes end as size, (select f.size_bytes from file_journal f
        where f.book_id = i.book_id and f.path = i.path and f.user_id = i.user_id) as had
      from intent i
    ), growing as (
      select own, user_id, is_file - case when had is null then 0 else 1 end as files, size - coalesce(had, 0) as bytes
      from pending
    ), everything as (
      select 0 as own, user_id, files, bytes from file_usage where user_id in (${EVERYBODY}, ${userId})
      union all select own, ${EVERYBODY}, files, bytes from growing where own = 1
      union all select own, user_id, files, bytes from growing where own = 1 and user_id <> ${BASE}
      union all select own, ${EVERYBODY}, ${NOT_LESS} from growing where own = 0
      union all select own, user_id, ${NOT_LESS} from growing where own = 0 and user_id = ${userId} and user_id <> ${BASE}
    )
    select user_id as whose, cast(sum(files) as bigint) as files, cast(sum(bytes) as bigint) as bytes,
      cast(sum(own * files) as bigint) as "newFiles", cast(sum(own * bytes) as bigint) as "newBytes"
    from everything group by user_id`.execute(tx);
  return [EVERYBODY, userId].map((whose) => rows.find((row) => row.whose === whose));
}

/** What others delete is still there, as long as they may fail. */
const NOT_LESS = sql`case when files > 0 then files else 0 end, case when bytes > 0 then bytes else 0 end`;
