import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useServer } from '../server.tsx';

export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly loading: boolean;
  readonly reload: () => void;
}

/** The data of a tool call, made again when its arguments change; the call before is cancelled. Null arguments: no call. */
export function useTool<Data>(name: string, args: Record<string, unknown> | null): Loaded<Data> {
  const key = JSON.stringify(args);
  const { client } = useServer();
  const load = useCallback(
    (signal: AbortSignal) => client.call<Data>(name, JSON.parse(key), signal),
    [client, name, key],
  );
  return useLoaded(args === null ? null : load);
}

/** What a function loads, again when it is another function; the work before is cancelled. */
export function useLoaded<Data>(load: ((signal: AbortSignal) => Promise<Data>) | null): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, 'reload'>>({
    data: undefined,
    error: undefined,
    loading: load !== null,
  });
  const [round, setRound] = useState(0);
  const loadedBy = useRef<unknown>(null);
  useEffect(() => {
    if (load === null) {
      setState({ data: undefined, error: undefined, loading: false });
      return;
    }
    const stop = new AbortController();
    // What was there before stays in sight while the same thing is loaded again, and when that fails: somebody may be at work in it.
    const isSame = loadedBy.current === load;
    loadedBy.current = load;
    setState(({ data }) => ({ data: isSame ? data : undefined, error: undefined, loading: true }));
    load(stop.signal).then(
      (data) => !stop.signal.aborted && setState({ data, error: undefined, loading: false }),
      (error: unknown) => !stop.signal.aborted && setState(({ data }) => ({ data, error, loading: false })),
    );
    return () => stop.abort();
  }, [load, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { ...state, reload };
}
