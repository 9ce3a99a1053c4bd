import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useServer } from '../../../server.tsx';

interface Cursored {
  readonly next_cursor?: string;
}

export interface More<Page> {
  readonly pages: readonly Page[];
  readonly error: unknown;
  readonly loading: boolean;
  /** Fetches the next page; undefined when there is none. */
  readonly more: (() => void) | undefined;
  readonly reload: () => void;
}

type State<Page> = Omit<More<Page>, 'more' | 'reload'>;

/** The first page of a listing, and the others as they are asked for. Null arguments: nothing. The call before is cancelled. */
export function useMore<Page extends Cursored>(tool: string, args: Record<string, unknown> | null): More<Page> {
  const { client } = useServer();
  const key = JSON.stringify(args);
  const [state, setState] = useState<State<Page>>({ pages: [], error: undefined, loading: args !== null });
  const [round, setRound] = useState(0);
  const stop = useRef<AbortController | undefined>(undefined);
  const fetchAfter = useCallback(
    async (before: readonly Page[]) => {
      stop.current?.abort();
      const { signal } = (stop.current = new AbortController());
      const cursor = before.at(-1)?.next_cursor;
      setState((now) => ({ ...now, error: undefined, loading: true }));
      try {
        const page = await client.call<Page>(tool, { ...JSON.parse(key), ...(cursor && { cursor }) }, signal);
        if (!signal.aborted) setState({ pages: [...before, page], error: undefined, loading: false });
      } catch (error) {
        if (!signal.aborted) setState({ pages: before, error, loading: false });
      }
    },
    [client, tool, key],
  );
  useEffect(() => {
    if (key === 'null') setState({ pages: [], error: undefined, loading: false });
    else void fetchAfter([]);
    return () => stop.current?.abort();
  }, [fetchAfter, key, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const { pages, loading } = state;
  const hasMore = pages.at(-1)?.next_cursor !== undefined && !loading;
  return { ...state, more: hasMore ? () => void fetchAfter(pages) : undefined, reload };
}
