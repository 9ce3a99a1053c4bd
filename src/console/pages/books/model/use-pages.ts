import { useCallback, useEffect, useState } from 'preact/hooks';
import { useServer } from '../../../server.tsx';
import type { Page } from './answers.ts';

export interface Pages<Item> {
  readonly items: readonly Item[];
  readonly error: unknown;
  readonly loading: boolean;
  /** Whether all of it is there. */
  readonly complete: boolean;
  readonly reload: () => void;
}

/** More than this is not fetched: nobody looks through so many. */
const MOST_ITEMS = 30_000;

/** All pages of a listing, one after the other; what is there already is shown. Null arguments: nothing. */
export function usePages<Item>(tool: string, args: Record<string, unknown> | null): Pages<Item> {
  const { client } = useServer();
  const key = JSON.stringify(args);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<Omit<Pages<Item>, 'reload'> & { of: string }>(() => nothing(key));
  useEffect(() => {
    const asked = JSON.parse(key) as Record<string, unknown> | null;
    // While the same listing is fetched again, the one from before stays in sight.
    setState((before) => (before.of === key ? { ...before, loading: asked !== null } : nothing(key)));
    if (asked === null) return;
    const stop = new AbortController();
    const fetchAll = async () => {
      const items: Item[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.call<Page<Item>>(tool, { ...asked, ...(cursor && { cursor }) }, stop.signal);
        stop.signal.throwIfAborted();
        for (const item of page.result) items.push(item);
        cursor = items.length < MOST_ITEMS ? page.next_cursor : undefined;
        const isLonger = (before: readonly Item[]) => items.length >= before.length;
        if (cursor) setState((now) => (isLonger(now.items) ? { ...now, items: items.slice() } : now));
      } while (cursor);
      setState({ of: key, items, error: undefined, loading: false, complete: true });
    };
    fetchAll().catch((error: unknown) => {
      if (!stop.signal.aborted) setState((now) => ({ ...now, error, loading: false }));
    });
    return () => stop.abort();
  }, [client, tool, key, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { ...state, reload };
}

function nothing(of: string) {
  return { of, items: [], error: undefined, loading: of !== 'null', complete: false };
}
