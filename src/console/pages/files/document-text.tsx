import { Loading } from '../../ui/loading.tsx';
import { ErrorNotice, messageOf, Notice } from '../../ui/notice.tsx';
import { PreviewText } from './preview-text.tsx';
import { useTextPages } from './use-text-pages.ts';

interface DocumentTextProps {
  readonly path: string;
  /** What is known of the text already. */
  readonly beginning?: string | undefined;
  /** Whether it goes on behind that. */
  readonly isCut?: boolean;
  readonly query: string;
  readonly line: number | undefined;
}

/** The text of a file, with a way to read on. */
export function DocumentText({ path, beginning, isCut = false, query, line }: DocumentTextProps) {
  const { text, hasMore, loading, error, readOn } = useTextPages(path, beginning, isCut);
  // A file without text is no failure.
  if (text === '' && error !== undefined) return <Notice kind="info">{messageOf(error)}</Notice>;
  if (text === '' && loading) return <Loading what="Opening" />;
  return (
    <>
      <PreviewText content={text} query={query} line={line} truncated={hasMore} />
      {error !== undefined && <ErrorNotice error={error} onRetry={readOn} />}
      {hasMore && error === undefined && (
        <button type="button" class="button small preview-on" disabled={loading} onClick={readOn}>
          {loading ? 'Reading…' : 'Read on'}
        </button>
      )}
    </>
  );
}
