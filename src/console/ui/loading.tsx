import { useEffect, useState } from 'preact/hooks';

const PATIENCE_MS = 150;

/** Shows that something is under way, but only when it takes a moment. */
export function Loading({ what }: { what: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="loading" role="status" aria-live="polite">
      {shown && (
        <>
          <span class="spinner" aria-hidden="true" /> {what}…
        </>
      )}
    </div>
  );
}
