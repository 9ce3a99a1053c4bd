import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type CallProgress, callError, type McpClient, SignInNeeded } from '../../mcp/client.ts';
import { useServer } from '../../server.tsx';
import { messageOf } from '../../ui/notice.tsx';
import { extended, type Hit, type HitList, type SearchAnswer, unfinished } from './hits.ts';
import { type Ask, askFor, keyOf, type Question } from './question.ts';

export interface Found {
  /** The question that the lists answer; what is wished now may be another. */
  readonly question: Question;
  readonly lists: readonly HitList[];
  readonly limit: number;
  readonly asks: readonly Ask[];
  /** How many pages of each list have come. */
  readonly pages: number;
  /** Where the search is not over: what the server says of how far it is, or that somebody has stopped it. */
  readonly state?: { readonly said: string; readonly isStopped: boolean };
}

/** What was found last, and whether something is looked for now. */
export interface Search {
  readonly found: Found | undefined;
  readonly searching: boolean;
  more(): Promise<void>;
  retry(): void;
  /** Ends the search with what it has. */
  stop(): void;
}

/** The key of `_meta` in which the server tells of a search, and the one in which it is asked for reasons. */
const SUMMARY_KEY = 'quartet/search';
const META = { 'quartet/reasons': true };
const NOTHING = { hits: [], total: 0, more: 0, skipped: 0, complete: false, truncated: false };

/**
 * Searches folders for what is wished. A question that is still being typed cancels the call before it, and so does the next one. What was
 * found before stays in sight until there is something newer, be it the first hits of a search that goes on; an answer that comes late is
 * dropped.
 */
export function useHits(question: Question, folders: readonly string[], limit: number, isTyping: boolean): Search {
  const { client } = useServer();
  const [found, setFound] = useState<Found>();
  const [searching, setSearching] = useState(false);
  const [round, setRound] = useState(0);
  const going = useRef<AbortController>(undefined);
  const key = JSON.stringify([keyOf(question), folders, limit]);

  useEffect(() => {
    if (isTyping || folders.length === 0) return;
    const stop = new AbortController();
    going.current = stop;
    const now = Date.now();
    const asks = folders.map((folder) => askFor(question, folder, limit, now));
    const lists: HitList[] = folders.map((folder) => ({ folder, ...NOTHING }));
    const common = { question, limit, asks, pages: 1 };
    const take = (at: number, { message = '', _meta }: CallProgress) => {
      if (stop.signal.aborted) return;
      const { results } = (_meta?.[SUMMARY_KEY] ?? {}) as { results?: readonly Hit[] };
      const list = lists[at];
      if (results !== undefined && list !== undefined) lists[at] = { ...list, hits: results, total: results.length };
      // Until something is found, what was there before stays.
      if (lists.every(({ hits }) => hits.length === 0)) return;
      setFound({ ...common, lists: [...lists], state: { said: message, isStopped: false } });
    };
    const look = async (ask: Ask, at: number) => {
      lists[at] = await pageOf(client, ask, undefined, stop.signal, (progress) => take(at, progress));
    };
    setSearching(true);
    Promise.all(asks.map(look)).then(
      () => {
        if (stop.signal.aborted) return;
        setFound({ ...common, lists });
        setSearching(false);
      },
      () => !stop.signal.aborted && setSearching(false),
    );
    return () => stop.abort();
  }, [client, key, isTyping, round]);

  const more = useCallback(async () => {
    const stop = going.current;
    if (found === undefined || stop === undefined || searching) return;
    setSearching(true);
    const wanted = new Set(unfinished(found.lists));
    const next = await Promise.all(
      found.lists.map(async (list, at) => {
        const ask = found.asks[at];
        if (!wanted.has(list) || ask === undefined) return list;
        return extended(list, await pageOf(client, ask, list.cursor, stop.signal));
      }),
    ).catch(() => undefined);
    if (stop.signal.aborted) return;
    if (next) setFound({ ...found, lists: next, pages: found.pages + 1 });
    setSearching(false);
  }, [client, found, searching]);

  const retry = useCallback(() => setRound((before) => before + 1), []);
  const stop = useCallback(() => {
    going.current?.abort();
    setSearching(false);
    setFound((before) => {
      const isThis = before !== undefined && before.state !== undefined && keyOf(before.question) === keyOf(question);
      const lists = isThis ? before.lists : folders.map((folder) => ({ folder, ...NOTHING }));
      return { question, limit, asks: [], pages: 1, lists, state: { said: '', isStopped: true } };
    });
  }, [key]);
  return { found, searching, more, retry, stop };
}

/** A page of a list. A folder that cannot be searched is a list that says so: the others are still worth something. */
async function pageOf(
  client: McpClient,
  { tool, args }: Ask,
  cursor: string | undefined,
  signal: AbortSignal,
  onProgress?: (progress: CallProgress) => void,
): Promise<HitList> {
  const folder = String(args.scope);
  try {
    const how = { meta: META, ...(onProgress && tool === 'search' && { onProgress }) };
    const answer = await client.callRaw(tool, { ...args, ...(cursor && { cursor }) }, signal, how);
    if (answer.isError) throw callError(answer.text);
    const { results, ...rest } = answer.data as unknown as SearchAnswer;
    const { skipped = 0 } = (answer.meta[SUMMARY_KEY] ?? {}) as { skipped?: number };
    return { folder, hits: results, skipped, ...rest };
  } catch (error) {
    if (signal.aborted || error instanceof SignInNeeded) throw error;
    return { folder, ...NOTHING, failure: messageOf(error) };
  }
}
