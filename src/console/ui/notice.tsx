import type { ComponentChildren } from 'preact';
import { CallError } from '../mcp/client.ts';

interface NoticeProps {
  readonly kind: 'info' | 'success' | 'warning' | 'error';
  readonly children: ComponentChildren;
}

/** A sentence that stands out. Errors are read aloud at once. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

/** What went wrong, in the server's own words, and a way to try again. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <Notice kind="error">
      {error instanceof CallError && error.code && <code class="error-code">{error.code}</code>} {messageOf(error)}
      {onRetry && (
        <button type="button" class="button small" onClick={onRetry}>
          Try again
        </button>
      )}
    </Notice>
  );
}

export function messageOf(error: unknown): string {
  if (error instanceof TypeError) return 'The server cannot be reached.';
  return error instanceof Error ? error.message : String(error);
}
