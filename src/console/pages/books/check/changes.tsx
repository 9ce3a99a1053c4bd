import { useMemo, useState } from 'preact/hooks';
import { ago, counted } from '../../../ui/format.ts';
import { Loading } from '../../../ui/loading.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import type { OpenBook } from '../model/open-book.ts';
import { useChanges } from '../model/use-changes.ts';
import { useMore } from '../model/use-more.ts';
import { FilePath } from './file-path.tsx';

interface ChangedFile {
  readonly path: string;
  readonly last_modified: string;
}

interface Delta {
  readonly changed_files: readonly ChangedFile[];
  readonly deleted_files: readonly ChangedFile[];
  readonly next_cursor?: string;
}

const HOUR_MS = 3_600_000;
const SPANS = [
  ['1', 'Last hour'],
  ['24', 'Last day'],
  ['168', 'Last week'],
  ['', 'Ever'],
] as const;

/** What was written or deleted in a book since a moment, the newest first. */
export function Changes({ book }: { book: OpenBook }) {
  const [hours, setHours] = useState<string>('24');
  // Chosen once, so that the same question is not asked anew at every turn.
  const since = useMemo(
    () => (hours === '' ? '2000-01-01T00:00:00Z' : new Date(Date.now() - Number(hours) * HOUR_MS).toISOString()),
    [hours],
  );
  const { pages, error, loading, more, reload } = useMore<Delta>('delta_build', { book_id: book.bookId, since });
  // Who has asked for more keeps it.
  useChanges(() => pages.length <= 1 && reload());
  const rows = pages
    .flatMap(({ changed_files, deleted_files }) => [
      ...changed_files.map((file) => ({ ...file, isDeleted: false })),
      ...deleted_files.map((file) => ({ ...file, isDeleted: true })),
    ])
    .sort((a, b) => (a.last_modified < b.last_modified ? 1 : -1));
  return (
    <section class="card" aria-label="Changes">
      <div class="section-head">
        <h2>What changed</h2>
        <label class="inline-field">
          <span>Since</span>
          <select value={hours} onChange={(event) => setHours(event.currentTarget.value)}>
            {SPANS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {loading && rows.length === 0 && <Loading what="Changes" />}
      {(!loading || rows.length > 0) && error === undefined && (
        <p class="muted" role="status">
          {rows.length === 0 ? 'Nothing has changed.' : `${counted(rows.length, 'file')}${more ? ' so far' : ''}`}
        </p>
      )}
      <ul class="findings">
        {rows.map(({ path, last_modified, isDeleted }) => (
          <li key={path}>
            {isDeleted ? <code class="file-path">{path}</code> : <FilePath book={book} path={path} />}
            <span class="muted">
              {isDeleted && <span class="badge badge-error">deleted</span>}{' '}
              <time dateTime={last_modified} title={last_modified}>
                {ago(last_modified)}
              </time>
            </span>
          </li>
        ))}
      </ul>
      {more && (
        <button type="button" class="button" onClick={more}>
          More
        </button>
      )}
    </section>
  );
}
