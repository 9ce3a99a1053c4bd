import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Outcome } from './journal.ts';

const RUN_OUT = sql<boolean>`lease_until <= journal_clock()`;

export async function renew(db: Kysely<Database>, ids: readonly string[], owner: string, holdMs: number) {
  if (ids.length === 0) return [];
  const renewed: string[] = [];
  for (const table of ['intent', 'change_group'] as const) {
    const query = db
      .updateTable(table)
      .set({ lease_until: sql`journal_clock() + ${holdMs}` })
      .where('id', 'in', ids)
      .where('owner', '=', owner)
      .returning('id');
    for (const { id } of await query.execute()) renewed.push(id);
  }
  return renewed;
}

export interface Claim {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly onlyExpired: boolean;
  readonly staged?: string | undefined;
}

export async function claim(db: Kysely<Database>, { id, from, to, onlyExpired, staged }: Claim, holdMs: number) {
  const query = db
    .updateTable('intent')
    .set({ owner: to, claimed: 1, lease_until: sql`journal_clock() + ${holdMs}`, ...(staged && { staged }) })
    .where('id', '=', id)
    .where('owner', '=', from);
  const claimed = await (onlyExpired ? query.where(RUN_OUT) : query).returning('id').execute();
  return claimed.length > 0;
}

/** Asked in this order: a settlement appears at the moment at which its change ends. */
export async function outcome(db: Kysely<Database>, id: string): Promise<Outcome> {
  for (const table of ['intent', 'change_group'] as const) {
    if (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) return 'pending';
  }
  const settled = await db.selectFrom('settlement').select('recorded').where('id', '=', id).executeTakeFirst();
  // Ended, and by nobody else: the owner's own words have reached the journal.
  return settled?.recorded === 0 ? 'abandoned' : 'recorded';
}

export function expired(db: Kysely<Database>) {
  return db.selectFrom('intent').where(RUN_OUT);
}
