import { useEffect, useRef } from 'preact/hooks';
import { useServer } from '../../../server.tsx';

const WRITES = new Set(['write_content', 'delete_content', 'upload_asset']);
const CALM_MS = 400;

/** Calls back soon after somebody, here or elsewhere, has changed something in the library; not more often than every so many milliseconds. */
export function useChanges(onChange: () => unknown, calmMs = CALM_MS): void {
  const { calls } = useServer();
  const latest = calls.findLast(({ tool, outcome }) => WRITES.has(tool) && outcome === 'ok')?.n;
  const seen = useRef(latest);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const callback = useRef(onChange);
  callback.current = onChange;
  useEffect(() => {
    if (latest === seen.current) return;
    seen.current = latest;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      callback.current();
    }, calmMs);
  }, [latest]);
  useEffect(() => () => clearTimeout(timer.current), []);
}
