import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export interface Settled<Data> {
  /** What was loaded last; it stays in sight until there is something newer. */
  readonly data: Data | undefined;
  readonly error: unknown;
  /** Whether it belongs to what is asked for now. */
  readonly isCurrent: boolean;
  readonly retry: () => void;
}

const PAUSE_MS = 160;

/** What a function loads for a key, once the key has stayed the same for a moment; the work for a key before is cancelled. */
export function useSettled<Data>(key: string, load: (signal: AbortSignal) => Promise<Data>): Settled<Data> {
  const [state, setState] = useState<{ key?: string; data?: Data | undefined; error?: unknown }>({});
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const isFirst = useRef(true);
  useEffect(() => {
    const stop = new AbortController();
    const start = () =>
      latest.current(stop.signal).then(
        (data) => !stop.signal.aborted && setState({ key, data }),
        (error: unknown) => !stop.signal.aborted && setState(({ data }) => ({ key, data, error })),
      );
    const timer = setTimeout(() => void start(), isFirst.current ? 0 : PAUSE_MS);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, round]);
  const retry = useCallback(() => setRound((before) => before + 1), []);
  return { data: state.data, error: state.error, isCurrent: state.key === key, retry };
}
