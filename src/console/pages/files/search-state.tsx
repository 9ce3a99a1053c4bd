import type { Found } from './use-hits.ts';

interface SearchStateProps {
  readonly found: Found | undefined;
  readonly searching: boolean;
  readonly onStop: () => void;
  readonly onRetry: () => void;
}

/** How far a search is that takes a moment, with a way to stop it; or that it was stopped, with a way to search again. */
export function SearchState({ found, searching, onStop, onRetry }: SearchStateProps) {
  if (!searching && found?.state?.isStopped) {
    return (
      <div class="files-state notice notice-warning" role="status">
        <span>You stopped this search, so there may be more.</span>
        <button type="button" class="button small" onClick={onRetry}>
          Search again
        </button>
      </div>
    );
  }
  if (!searching) return null;
  // What the server says names the best hit too, which the list shows better.
  const said = found?.state?.said.split(';')[0] ?? '';
  return (
    <div class="files-state is-searching">
      <span class="files-state-bar" aria-hidden="true" />
      <span>Searching{said === '' ? '…' : `: ${grouped(said)}`}</span>
      <button type="button" class="button small" onClick={onStop}>
        Stop <kbd aria-hidden="true">Esc</kbd>
      </button>
    </div>
  );
}

function grouped(text: string): string {
  return text.replace(/\d{4,}/g, (digits) => Number(digits).toLocaleString('en'));
}
