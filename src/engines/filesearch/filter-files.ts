import { basename } from 'node:path';
import type { Engine, FileInfo, Findings, SearchRequest } from './engine.ts';
import { readHead } from './read/head.ts';
import { type Kind } from './types/kind.ts';
import { headHasKind, nameHasKind } from './types/kinds.ts';

/** What a file must have, all of it; at least one is given. */
export interface Criteria {
  readonly query?: string | undefined;
  readonly kind?: Kind | undefined;
  readonly sinceMs?: number | undefined;
}

/** How many files of the first criterion are put to the others. */
const CANDIDATES = 100_000;

/** Finds files by any combination of criteria: the engine looks for the first, the others choose among what it found. */
export async function filterFiles(engine: Engine, criteria: Criteria, request: SearchRequest): Promise<Findings> {
  const { query, kind, sinceMs } = criteria;
  const given = [query, kind, sinceMs].filter((criterion) => criterion !== undefined).length;
  const wide = given > 1 ? { ...request, limit: CANDIDATES } : request;
  const found = await first(engine, criteria, wide);
  if (given === 1) return found;

  const hits = [];
  for (const hit of found.hits) {
    if (sinceMs !== undefined && hit.modifiedMs < sinceMs) continue;
    if (kind !== undefined && !(await isOfKind(hit, kind))) continue;
    hits.push(hit);
    if (hits.length > request.limit) break;
  }
  const truncated = found.truncated || hits.length > request.limit;
  return { ...found, hits: hits.slice(0, request.limit), truncated };
}

function first(engine: Engine, { query, kind, sinceMs = 0 }: Criteria, request: SearchRequest): Promise<Findings> {
  if (query !== undefined) return engine.search(query, { ...request, snippets: true });
  return kind === undefined ? engine.recent(sinceMs, request) : engine.byKind(kind, request);
}

async function isOfKind({ path }: FileInfo, kind: Kind): Promise<boolean> {
  const name = basename(path);
  const byName = nameHasKind(name, kind);
  return byName === 'look' ? headHasKind(name, await readHead(path), kind) : byName;
}
