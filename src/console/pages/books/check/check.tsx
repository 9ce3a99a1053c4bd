import { counted } from '../../../ui/format.ts';
import { Loading } from '../../../ui/loading.tsx';
import { ErrorNotice, Notice } from '../../../ui/notice.tsx';
import { useTool } from '../../../ui/use-tool.ts';
import type { BookReport, Finding } from '../model/answers.ts';
import type { OpenBook } from '../model/open-book.ts';
import { FilePath } from './file-path.tsx';

/** Whether all files of a book are where they belong. */
export function Check({ book }: { book: OpenBook }) {
  const { data: report, error, loading, reload } = useTool<BookReport>('validate_book', { book_id: book.bookId });
  return (
    <section class="card" aria-label="Check">
      <div class="section-head">
        <h2>Names, places and links of all files</h2>
        <button type="button" class="button small" disabled={loading} onClick={reload}>
          Check again
        </button>
      </div>
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {loading && report === undefined && <Loading what="Checking" />}
      {report && <Report book={book} report={report} />}
    </section>
  );
}

function Report({ book, report }: { book: OpenBook; report: BookReport }) {
  const { summary, valid, errors, warnings, hint } = report;
  return (
    <>
      <Notice kind={valid ? (summary.warning_count > 0 ? 'info' : 'success') : 'error'}>
        {valid ? 'The layout is fine' : counted(summary.error_count, 'error')}
        {summary.warning_count > 0 && `, ${counted(summary.warning_count, 'warning')}`}. Looked at{' '}
        {counted(summary.total_files, 'file')}, {counted(summary.content_files, 'text')} among them.
      </Notice>
      <Findings book={book} title="Errors" findings={errors} kind="badge-error" />
      <Findings book={book} title="Warnings" findings={warnings} kind="badge-warning" />
      {hint && <p class="muted">{hint}</p>}
    </>
  );
}

interface FindingsProps {
  readonly book: OpenBook;
  readonly title: string;
  readonly findings: readonly Finding[];
  readonly kind: string;
}

function Findings({ book, title, findings, kind }: FindingsProps) {
  if (findings.length === 0) return null;
  return (
    <>
      <h3>
        {title} <span class={`badge ${kind}`}>{findings.length}</span>
      </h3>
      <ul class="findings">
        {findings.map(({ path, issue, line }, at) => (
          <li key={at}>
            <FilePath book={book} path={path} />
            <span>{line === undefined ? issue : `Line ${line}: ${issue}`}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
