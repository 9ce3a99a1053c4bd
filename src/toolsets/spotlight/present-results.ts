import * as z from 'zod';
import { type Findings, type Hit, LISTED } from '../../engines/filesearch/engine.ts';
import {
  type Attributes,
  briefAttributes,
  fileAttributes,
  sortedJson,
} from '../../engines/filesearch/metadata/metadata.ts';
import type { ToolOutput } from '../../kernel/tool.ts';
import { mapInParallel } from '../../lib/in-parallel.ts';
import { cursorBehind, hitsBehind } from './cursor.ts';
import type { View } from './view.ts';

/** The files that are described at the same time; each may be open for a moment. */
const AT_ONCE = 16;

/** No hit is shorter than this, so that no more need be described than may fit. */
const SHORTEST_HIT = 100;

/** In this key of `_meta` a result says how much of the scope was looked at. */
export const SUMMARY_KEY = 'quartet/search';

/** In this key of a request's `_meta` a client asks for the words around each match beside full details. */
export const SNIPPETS_KEY = 'quartet/snippets';

/** In this key a client asks for the reason of each hit, and the place of the match in its snippet, beside brief details. */
export const REASONS_KEY = 'quartet/reasons';

export const listOutput = z.object({
  results: z.array(z.unknown().meta({ type: 'object' })),
  total: z.int().describe('Matches, at most limit'),
  more: z.int().describe('Left for cursor'),
  cursor: z.string().optional(),
  complete: z.boolean().describe('False: not everything could be searched'),
  truncated: z.boolean().describe('More than limit match'),
  note: z.string().optional().describe('Why not complete'),
});

export const searchOutput = listOutput.extend({ did_you_mean: z.string().optional() });

type SearchOutput = z.input<typeof searchOutput>;

/** A search as clients get it: a page of the bare list as text, the page and how far to trust it as structure, more about the search in `_meta`. */
export async function presentResults(
  findings: Findings,
  view: View,
  startedAt: number,
): Promise<ToolOutput<SearchOutput>> {
  const { complete, truncated, scanned, skipped, engine, indexBytes, note, didYouMean } = findings;
  const { place, limit } = view;
  const before = place?.shown ?? 0;
  const hits = (place ? hitsBehind(findings.hits, place) : findings.hits).slice(0, Math.max(0, limit - before));
  const { results, text } = await firstPage(hits, view);
  const [shown, total] = [before + results.length, before + hits.length];
  const more = total - shown;
  const last = more > 0 ? hits[results.length - 1] : undefined;
  const cursor = last && cursorBehind(last, shown, view.question);

  const meant = didYouMean !== undefined && { did_you_mean: didYouMean };
  const trust = { complete, truncated, ...(note !== undefined && { note }), ...meant };
  const data = { results, total, more, ...(cursor !== undefined && { cursor }), ...trust };
  const elapsed_ms = Math.round(performance.now() - startedAt);
  const index = indexBytes !== undefined && { index_bytes: indexBytes };
  const meta = { ...trust, scanned, skipped, engine, elapsed_ms, ...index };
  const remark = view.pageBytes === Number.POSITIVE_INFINITY ? '' : remarkOn(data, before);
  return { text, data, meta: { [SUMMARY_KEY]: meta }, ...(remark !== '' && { remark }) };
}

interface Page {
  readonly results: (Attributes & { _path: string })[];
  readonly text: string;
}

/** As many hits as fit into a page. */
export async function firstPage(hits: readonly Hit[], { detail, pageBytes, reasons }: View): Promise<Page> {
  const present = detail === 'full' ? fullHit : reasons ? reasonedHit : briefHit;
  const results = await mapInParallel(hits.slice(0, pageBytes / SHORTEST_HIT), AT_ONCE, present);
  const texts = results.map(sortedJson);
  let bytes = 0;
  const beyond = texts.findIndex((text, at) => (bytes += Buffer.byteLength(text)) > pageBytes && at > 0);
  const count = beyond === -1 ? texts.length : beyond;
  return { results: results.slice(0, count), text: `[${texts.slice(0, count).join(',')}]` };
}

/** What whoever reads only the text must know before trusting the list. */
function remarkOn(output: SearchOutput, before: number): string {
  const { results, total, more, cursor, truncated, complete, note, did_you_mean } = output;
  const found = truncated ? `${total} or more` : total;
  const rest = `Hits ${before + 1} to ${before + results.length} of ${found}. For the next ones, call again with the same arguments and "cursor": "${cursor}".`;
  const gap = `Not everything could be searched${note === undefined ? '.' : `: ${note}`}`;
  const meant = `Nothing has all words of the query; these are the hits of ${JSON.stringify(did_you_mean)}.`;
  return [...(did_you_mean === undefined ? [] : [meant]), ...(more > 0 ? [rest] : []), ...(complete ? [] : [gap])].join(
    ' ',
  );
}

async function fullHit(hit: Hit): Promise<Attributes & { _path: string }> {
  const { path, snippet, why } = hit;
  const reason = why !== undefined && { _why: why };
  return { _path: path, ...(snippet && { _snippet: { ...snippet } }), ...reason, ...(await fileAttributes(hit)) };
}

async function reasonedHit(hit: Hit): Promise<Attributes & { _path: string }> {
  const { snippet, why } = hit;
  const match = snippet && snippet.end > snippet.start && { match: [snippet.start, snippet.end] };
  return { ...(await briefHit(hit)), ...match, ...(why !== undefined && { _why: why }) };
}

async function briefHit(hit: Hit): Promise<Attributes & { _path: string }> {
  const attributes = { _path: hit.path, ...(await briefAttributes(hit)) };
  if (hit.rank === LISTED) return attributes;
  if (hit.snippet === undefined) return { ...attributes, matched: hit.byMeaning ? 'meaning' : 'name' };
  const { text, line } = hit.snippet;
  if (hit.byMeaning) return { ...attributes, matched: 'meaning', snippet: text };
  return { ...attributes, ...(line !== undefined && { line }), snippet: text };
}
