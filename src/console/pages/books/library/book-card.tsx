import { counted } from '../../../ui/format.ts';
import { useTool } from '../../../ui/use-tool.ts';
import type { BookReport, BookRow } from '../model/answers.ts';
import { bookTitle } from '../model/paths.ts';
import { bookHref } from '../model/places.ts';
import { useChanges } from '../model/use-changes.ts';
import { useSeen } from '../model/use-seen.ts';

const BACKENDS: Readonly<Record<string, string>> = { fs: 'folder', s3: 'bucket', supabase: 'Supabase bucket' };

/** To count a book is work for the server. */
const COUNTED_AGAIN_MS = 2000;

/** A book, and what a look at its files tells; a card that nobody sees does not ask. */
export function BookCard({ book: { book_id, storage_backend } }: { book: BookRow }) {
  const [card, isSeen] = useSeen<HTMLLIElement>();
  const {
    data: report,
    error,
    reload,
  } = useTool<BookReport>('validate_book', isSeen ? { book_id, include_warnings: false } : null);
  useChanges(reload, COUNTED_AGAIN_MS);
  return (
    <li class="card book-card" ref={card}>
      <h2>
        <span class="string-mark string-books" aria-hidden="true" />{' '}
        <a href={bookHref(book_id)}>{bookTitle(book_id)}</a>
      </h2>
      <p class="muted">
        <code>{book_id}</code>
      </p>
      <p class="book-facts">
        {report ? (
          <>
            <span>{counted(report.summary.content_files, 'text')}</span>
            <span>{counted(report.summary.total_files - report.summary.content_files, 'asset')}</span>
          </>
        ) : (
          <span class="muted">{error === undefined ? 'Counting…' : 'Cannot be counted now'}</span>
        )}
        <span class="muted">in a {BACKENDS[storage_backend] ?? storage_backend}</span>
        {report && !report.valid && (
          <a class="badge badge-error" href={bookHref(book_id, '', { view: 'check' })}>
            {counted(report.summary.error_count, 'error')}
          </a>
        )}
      </p>
    </li>
  );
}
