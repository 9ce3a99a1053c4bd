import * as z from 'zod';
import type { ToolOutput } from '../../kernel/tool.ts';
import type { Findings, Hit } from './engine.ts';
import { fileAttributes } from './metadata.ts';
import { type Attributes, sortedJson } from './metadata-value.ts';

/** The files that are described at the same time; each may be open for a moment. */
const AT_ONCE = 16;

/** In this key of `_meta` a result says how much of the scope was looked at. */
const SUMMARY_KEY = 'quartet/search';

/** In this key of a request's `_meta` a client asks for the words around each match. */
export const SNIPPETS_KEY = 'quartet/snippets';

export const foundFiles = z.object({
  results: z.array(z.looseObject({})).describe('The files with their kMDItem attributes'),
  complete: z.boolean().describe('False: not everything could be searched'),
  truncated: z.boolean().describe('More than limit match'),
  scanned: z.int(),
  skipped: z.int(),
  engine: z.string(),
  elapsed_ms: z.int(),
  note: z.string().optional().describe('Why not complete'),
});

type FoundFiles = z.input<typeof foundFiles>;

/** A search as clients get it: the bare list as text, the list and its summary as structure, the summary in `_meta`. */
export async function presentFindings(findings: Findings, startedAt: number): Promise<ToolOutput<FoundFiles>> {
  const { hits, complete, truncated, scanned, skipped, engine, indexBytes, note } = findings;
  const results: (Attributes & { _path: string })[] = [];
  for (let at = 0; at < hits.length; at += AT_ONCE) {
    results.push(...(await Promise.all(hits.slice(at, at + AT_ONCE).map(presentHit))));
  }
  const elapsed_ms = Math.round(performance.now() - startedAt);
  const summary = { complete, truncated, scanned, skipped, engine, elapsed_ms, ...(note !== undefined && { note }) };
  const told = { ...summary, ...(indexBytes !== undefined && { index_bytes: indexBytes }) };
  return { text: sortedJson(results), data: { results, ...summary }, meta: { [SUMMARY_KEY]: told } };
}

async function presentHit({ snippet, ...facts }: Hit): Promise<Attributes & { _path: string }> {
  return { _path: facts.path, ...(snippet && { _snippet: { ...snippet } }), ...(await fileAttributes(facts)) };
}
