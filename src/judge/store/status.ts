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
    select
      p.source as source,
      count(*) as total,
      sum(coalesce(trim(p.content), '') = '' and coalesce(trim(p.content_cn), '') = '') as missing_content,
      sum(e.problem_id is null) as not_embedded
    from problems p left join problem_embeddings e on e.source = p.source and e.problem_id = p.id
    group by p.source order by p.source`);
}

/** Whether vectors can be searched here, and how long they are. */
export function vectorState(db: Sqlite): VectorState {
  const loaded = db.get("select 1 from pragma_module_list where name = 'vec0'") !== undefined;
  const first = db.get<{ dim: number }>('select dim from problem_embeddings limit 1');
  return { sqlite_vec: loaded, vec_dimension: first?.dim ?? null };
}
