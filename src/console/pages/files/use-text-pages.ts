import { useCallback, useEffect, useState } from 'preact/hooks';
import { useServer } from '../../server.tsx';

/** What `get_metadata` gives with `text: true`. */
interface TextPage {
  readonly text: string;
  readonly next_offset?: number;
  readonly truncated: boolean;
}

interface TextPages {
  readonly text: string;
  /** Whether there is more that can be read. */
  readonly hasMore: boolean;
  readonly loading: boolean;
  readonly error: unknown;
  readOn(): void;
}

/** Pages are made for a model's context; people read faster. */
const PAGES_AT_ONCE = 8;

/** The text of a file, read on page by page from where the beginning ends; without a beginning, it is read at once. */
export function useTextPages(path: string, beginning: string | undefined, isCut: boolean): TextPages {
  const { client } = useServer();
  const [state, setState] = useState({ text: beginning ?? '', next: beginning?.length ?? 0, hasMore: isCut });
  const [round, setRound] = useState(beginning === undefined ? 1 : 0);
  const [error, setError] = useState<unknown>();
  const [loading, setLoading] = useState(beginning === undefined);
  useEffect(() => {
    if (round === 0) return;
    const stop = new AbortController();
    const read = async () => {
      let { text, next, hasMore } = { ...state, hasMore: true };
      for (let page = 0; page < PAGES_AT_ONCE && hasMore; page++) {
        const got = await client.call<TextPage>('get_metadata', { path, text: true, offset: next }, stop.signal);
        text += got.text;
        hasMore = got.next_offset !== undefined;
        next = got.next_offset ?? next;
      }
      return { text, next, hasMore };
    };
    setLoading(true);
    setError(undefined);
    read()
      .then(setState, (reason: unknown) => !stop.signal.aborted && setError(reason))
      .finally(() => !stop.signal.aborted && setLoading(false));
    return () => stop.abort();
  }, [client, path, round]);
  const readOn = useCallback(() => setRound((before) => before + 1), []);
  return { text: state.text, hasMore: state.hasMore, loading, error, readOn };
}
