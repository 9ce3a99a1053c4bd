import { useEffect, useState } from 'preact/hooks';
import { duration } from '../../ui/format.ts';

const PATIENCE_MS = 150;

/** Says that a call runs, and for how long; quick ones need no word. */
export function Running({ since }: { since: number }) {
  const [ms, setMs] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMs(performance.now() - since), 100);
    return () => clearInterval(timer);
  }, [since]);
  if (ms < PATIENCE_MS) return null;
  return (
    <div class="tool-running">
      <span class="spinner" aria-hidden="true" />
      <span role="status">Running…</span>
      <span class="muted" aria-hidden="true">
        {duration(ms)}
      </span>
    </div>
  );
}
