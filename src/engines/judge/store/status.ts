import { WITHOUT_CONTENT } from './schema.ts';
import type { Sqlite } from './sqlite.ts';

export interface PlatformStatus {
  readonly source: string;
  readonly total: number;
  readonly missing_content: number;
  readonly not_embedded: number;
}

export interface VectorState {
  readonly sqlite_vec: boolean;
  readonly vec_dimension: number | null;
}

/** How much there is of each source, ordered by source. */
export function platformStatus(db: Sqlite): PlatformStatus[] {
  return db.all<PlatformStatus>(`
    with
      totals as (select source, count(*) as n from problems group by source),
      without as (select source, count(*) as n from problems where ${WITHOUT_CONTENT} group by source),
      embedded as (
        select p.source as source, count(distinct p.key) as n
        from problem_embeddings e join problems p on p.source = e.source and p.id = e.problem_id
        group by p.source
      )
    select
      source,
      totals.n as total,
      coalesce(without.n, 0) as missing_content,
      totals.n - coalesce(embedded.n, 0) as not_embedded
    from totals left join without using (source) left join embedded using (source)
    order by source`);
}

/** Whether vectors can be searched here, and how long they are. */
export function vectorState(db: Sqlite): VectorState {
  const loaded = db.get("select 1 from pragma_module_list where name = 'vec0'") !== undefined;
  const first = db.get<{ dim: number }>('select dim from problem_embeddings limit 1');
  return { sqlite_vec: loaded, vec_dimension: first?.dim ?? null };
}
