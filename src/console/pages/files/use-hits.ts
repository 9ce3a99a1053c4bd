import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { callError, type McpClient, SignInNeeded } from '../../mcp/client.ts';
import { useServer } from '../../server.tsx';
import { messageOf } from '../../ui/notice.tsx';
import { extended, type HitList, type SearchAnswer, unfinished } from './hits.ts';
import { type Ask, askFor, type Question } from './question.ts';

export interface Found {
  /** The question that the lists answer; what is wished now may be another. */
  readonly question: Question;
  readonly lists: readonly HitList[];
  readonly limit: number;
  /** When it was asked: ages count from here. */
  readonly now: number;
  readonly asks: readonly Ask[];
  /** How many pages of each list have come. */
  readonly pages: number;
}

/** What was found last, and whether something is looked for now. */
export interface Search {
  readonly found: Found | undefined;
  readonly searching: boolean;
  more(): Promise<void>;
  retry(): void;
}

/**
 * Searches folders for what is wished. A question that is still being typed cancels the call before it, and so does the next one:
 * what was found before stays in sight until there is something newer, and an answer that comes late is dropped.
 */
export function useHits(question: Question, folders: readonly string[], limit: number, isTyping: boolean): Search {
  const { client } = useServer();
  const [found, setFound] = useState<Found>();
  const [searching, setSearching] = useState(false);
  const [round, setRound] = useState(0);
  const going = useRef<AbortController>(undefined);
  const key = JSON.stringify([question.text, question.kind, question.age, folders, limit]);

  useEffect(() => {
    if (isTyping || folders.length === 0) return;
    const stop = new AbortController();
    going.current = stop;
    const now = Date.now();
    const asks = folders.map((folder) => askFor(question, folder, limit, now));
    setSearching(true);
    Promise.all(asks.map((ask) => pageOf(client, ask, undefined, stop.signal))).then(
      (lists) => {
        if (stop.signal.aborted) return;
        setFound({ question, lists, limit, now, asks, pages: 1 });
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
  return { found, searching, more, retry };
}

/** A page of a list. A folder that cannot be searched is a list that says so: the others are still worth something. */
async function pageOf(
  client: McpClient,
  { tool, args }: Ask,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<HitList> {
  const folder = String(args.scope);
  try {
    const answer = await client.callRaw(tool, { ...args, ...(cursor && { cursor }) }, signal);
    if (answer.isError) throw callError(answer.text);
    const { results, ...rest } = answer.data as unknown as SearchAnswer;
    const { skipped = 0 } = (answer.meta['quartet/search'] ?? {}) as { skipped?: number };
    return { folder, hits: results, skipped, ...rest };
  } catch (error) {
    if (signal.aborted || error instanceof SignInNeeded) throw error;
    const nothing = { hits: [], total: 0, more: 0, skipped: 0, complete: false, truncated: false };
    return { folder, ...nothing, failure: messageOf(error) };
  }
}
