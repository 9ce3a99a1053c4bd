import { type Kysely, sql } from 'kysely';
import { openChain, type Recording } from './audit-chain.ts';
import type {
  ChangeGroup,
  GroupDecision,
  GroupJournal,
  GroupMember,
  GroupState,
  NewGroup,
  NewMember,
} from './change-group.ts';
import { ownerOfMembers } from './change-group.ts';
import { enter, keepSettlement, type Tx, take } from './changes.ts';
import { type Database, INTENT } from './database.ts';
import { type Intent, UnknownIntent } from './journal.ts';
import { continueHistory } from './moved-history.ts';
import { prepared } from './prepared.ts';
import { noRoom, type Room } from './quota-check.ts';
import { insertObject } from './versions.ts';

/** What groups need of the journal that they are part of. */
export interface GroupSurroundings {
  readonly holdMs: number;
  readonly storageBackend: string;
  readonly room: Room | undefined;
  db(): Kysely<Database>;
  transaction<Result>(work: (tx: Tx, at: Recording) => Promise<Result>): Promise<Result>;
}

/** The changes of a group have no lease of their own: the group has. */
const FOR_EVER_MS = 100 * 365 * 24 * 3_600_000;

/** The groups of the journal. */
export class KyselyGroups implements GroupJournal {
  constructor(private readonly journal: GroupSurroundings) {}

  begin(group: NewGroup): Promise<GroupDecision> {
    return this.journal.transaction(async (tx, { now }) => {
      // Begun before, and the connection broke before that could be said.
      if (await isUnderWay(tx, group.id)) return { kind: 'begun' };
      const owner = ownerOfMembers(group.id);
      const startedAt = now.toISOString();
      const obstacle = await this.#taken(
        tx,
        group.members.map((member) => ({ ...member, owner, startedAt })),
      );
      if (obstacle !== undefined) {
        await deleteIntents(tx, { owner });
        return obstacle;
      }
      for (const object of group.members.flatMap(({ objects = [] }) => objects)) await insertObject(tx, object);
      await insertGroup(tx, group, this.journal.holdMs);
      return { kind: 'begun' };
    });
  }

  /** Takes all files, or says why not. In the order of their names, so that no two groups wait for each other. */
  async #taken(tx: Tx, members: readonly Intent[]): Promise<GroupDecision | undefined> {
    let differs = false;
    for (const member of [...members].sort((a, b) => (a.path < b.path ? -1 : 1))) {
      const decision = await take(tx, member, FOR_EVER_MS);
      if (decision.kind === 'busy') return decision;
      differs ||= decision.kind === 'differs';
    }
    if (differs) return { kind: 'differs' };
    const [first] = members;
    const grows = members.some(({ oldHash, newHash }) => newHash !== null && newHash !== oldHash);
    return first && grows ? noRoom(tx, first, this.journal.room) : undefined;
  }

  finish(id: string, owner: string, versions: ReadonlyMap<string, string>, ms: number, remark?: string): Promise<void> {
    const { storageBackend } = this.journal;
    return this.journal.transaction(async (tx, at) => {
      const members = await ended(tx, id, owner, 1);
      const [first] = members ?? [];
      if (members === undefined || first === undefined) throw new UnknownIntent();
      const chain = await openChain(tx, first.bookId, at.key);
      // Before anything is entered: the end of a history at its old path is no part of it at the new one.
      for (const { movedFrom, ...file } of members) if (movedFrom !== null) await continueHistory(tx, movedFrom, file);
      for (const { previous: _, movedFrom: __, note: own, ...intent } of members) {
        const note = [`group ${id}`, own, remark].filter(Boolean).join('; ');
        const version = versions.get(intent.id) ?? '';
        await enter(tx, chain, intent, { version, storageBackend, executionTimeMs: ms, note }, at);
      }
    });
  }

  undo(id: string, owner: string): Promise<boolean> {
    return this.journal.transaction(async (tx) => {
      const query = tx.updateTable('change_group').set({ undone: 1 }).where('id', '=', id).where('owner', '=', owner);
      return (await query.returning('id').execute()).length > 0;
    });
  }

  abandon(id: string, owner: string): Promise<void> {
    return this.journal.transaction(async (tx) => {
      await ended(tx, id, owner, 0);
    });
  }

  claim(id: string, from: string, to: string, condition: 'expired' | 'always'): Promise<boolean> {
    return this.journal.transaction(async (tx) => {
      const query = tx
        .updateTable('change_group')
        .set({ owner: to, claimed: 1, lease_until: sql`journal_clock() + ${this.journal.holdMs}` })
        .where('id', '=', id)
        .where('owner', '=', from);
      const which = condition === 'expired' ? query.where(RUN_OUT) : query;
      return (await which.returning('id').execute()).length > 0;
    });
  }

  underWay(id?: string): Promise<ChangeGroup[]> {
    return this.journal.transaction(async (tx) => {
      const { rows: groups } = await (id === undefined ? selectGroups(tx, {}) : selectGroup(tx, { id }));
      return Promise.all(
        groups.map(async ({ undone, runOut, ...group }) => ({
          ...group,
          isUndone: undone === 1,
          hasRunOut: runOut === 1,
          members: await membersOf(tx, group.id),
        })),
      );
    });
  }

  async states(): Promise<GroupState[]> {
    return (await selectStates(this.journal.db(), {})).rows;
  }
}

const RUN_OUT = sql<boolean>`lease_until <= journal_clock()`;

async function isUnderWay(tx: Tx, id: string): Promise<boolean> {
  return (await selectId(tx, { id })).rows.length > 0;
}

async function insertGroup(tx: Tx, { id, bookId, owner, members }: NewGroup, holdMs: number): Promise<void> {
  await insertRow(tx, { id, bookId, owner, holdMs });
  for (const [position, member] of members.entries()) await insertMember(tx, { ...member, groupId: id, position });
  await countGroup(tx, { bookId });
}

/** Ends a group; undefined when it is not the owner's. What became of a claimed one is kept for a while. */
async function ended(tx: Tx, id: string, owner: string, recorded: number): Promise<GroupMember[] | undefined> {
  const [group] = (await deleteRow(tx, { id, owner })).rows;
  if (group === undefined) return undefined;
  const members = await membersOf(tx, id);
  await deleteMembers(tx, { id });
  await deleteIntents(tx, { owner: ownerOfMembers(id) });
  if (group.claimed === 1) await keepSettlement(tx, id, recorded);
  return members;
}

async function membersOf(tx: Tx, id: string): Promise<GroupMember[]> {
  return (await selectMembers(tx, { id })).rows;
}

const selectId = prepared((db, { id }: { id: string }) =>
  db.selectFrom('change_group').select('id').where('id', '=', id),
);

const insertRow = prepared((db, group: { id: string; bookId: string; owner: string; holdMs: number }) =>
  db.insertInto('change_group').values({
    id: group.id,
    book_id: group.bookId,
    owner: group.owner,
    undone: 0,
    claimed: 0,
    lease_until: sql<number>`journal_clock() + ${group.holdMs}`,
  }),
);

const countGroup = prepared((db, { bookId }: { bookId: string }) =>
  db
    .insertInto('group_count')
    .values({ book_id: bookId, begun: 1 })
    .onConflict((conflict) => conflict.column('book_id').doUpdateSet({ begun: sql`group_count.begun + 1` })),
);

const deleteRow = prepared((db, { id, owner }: { id: string; owner: string }) =>
  db.deleteFrom('change_group').where('id', '=', id).where('owner', '=', owner).returning('claimed'),
);

const deleteMembers = prepared((db, { id }: { id: string }) =>
  db.deleteFrom('group_member').where('group_id', '=', id),
);

const deleteIntents = prepared((db, { owner }: { owner: string }) =>
  db.deleteFrom('intent').where('owner', '=', owner),
);

const selectMembers = prepared((db, { id }: { id: string }) =>
  db
    .selectFrom('group_member')
    .innerJoin('intent', 'intent.id', 'group_member.intent_id')
    .select([...INTENT, 'previous', 'note', 'moved_from as movedFrom'])
    .where('group_id', '=', id)
    .orderBy('position'),
);

const selectGroups = prepared((db) => groupsOf(db));
const selectGroup = prepared((db, { id }: { id: string }) => groupsOf(db).where('id', '=', id));

function groupsOf(db: Kysely<Database>) {
  return db
    .selectFrom('change_group')
    .select(['id', 'book_id as bookId', 'owner', 'undone'])
    .select(sql<number>`case when ${RUN_OUT} then 1 else 0 end`.as('runOut'))
    .orderBy('id');
}

const insertMember = prepared((db, member: NewMember & { groupId: string; position: number }) =>
  db.insertInto('group_member').values({
    intent_id: member.id,
    group_id: member.groupId,
    position: member.position,
    previous: member.previous,
    note: member.note,
    moved_from: member.movedFrom,
  }),
);

const selectStates = prepared((db) =>
  db
    .selectFrom('group_count')
    .leftJoin('change_group', 'change_group.book_id', 'group_count.book_id')
    .select(['group_count.book_id as bookId', 'group_count.begun'])
    .select(({ fn }) => fn.count<number>('change_group.id').as('underWay'))
    .groupBy(['group_count.book_id', 'group_count.begun']),
);
