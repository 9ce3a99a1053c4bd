import { useEffect, useRef, useState } from 'preact/hooks';
import { useServer } from '../../../server.tsx';
import { bytes, counted } from '../../../ui/format.ts';
import { ErrorNotice, Notice } from '../../../ui/notice.tsx';
import { FilePath } from '../check/file-path.tsx';
import type { BookArchive } from '../model/answers.ts';
import type { OpenBook } from '../model/open-book.ts';

const SCOPES = [
  ['all', 'Everything'],
  ['content', 'Lessons only'],
  ['assets', 'Assets only'],
] as const;

/** Packs a book into a ZIP. What did not fit into the time of the server comes in further archives. */
export function Archive({ book }: { book: OpenBook }) {
  const { client } = useServer();
  const [scope, setScope] = useState<string>('all');
  const [archives, setArchives] = useState<readonly BookArchive[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const pack = async (resume_token?: string) => {
    const { signal } = (stop.current = new AbortController());
    setIsRunning(true);
    setError(undefined);
    const before = resume_token === undefined ? [] : archives;
    setArchives(before);
    try {
      const args = { book_id: book.bookId, scope, ...(resume_token && { resume_token }) };
      const archive = await client.call<BookArchive>('get_book_archive', args, signal);
      setArchives([...before, archive]);
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    }
    setIsRunning(false);
  };
  const rest = archives.at(-1)?.resume_token;
  return (
    <section class="card" aria-label="Archive">
      <h2>The book as a ZIP</h2>
      <p class="muted">Own versions of users are never in it.</p>
      <div class="archive-form">
        <label class="inline-field">
          <span>What</span>
          <select
            value={scope}
            disabled={isRunning}
            onChange={(event) => {
              setScope(event.currentTarget.value);
              setArchives([]);
            }}
          >
            {SCOPES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="button primary" disabled={isRunning} onClick={() => void pack()}>
          Make an archive
        </button>
        {isRunning && (
          <button type="button" class="button" onClick={() => stop.current?.abort()}>
            Stop
          </button>
        )}
      </div>
      <div aria-live="polite">
        {isRunning && (
          <div class="progress-line">
            <progress aria-label="Packing" />
            <span class="muted">Packing…</span>
          </div>
        )}
        {error !== undefined && <ErrorNotice error={error} />}
        {archives.map((archive, at) => (
          <Packed
            key={archive.archive_url}
            archive={archive}
            number={archives.length > 1 ? at + 1 : undefined}
            book={book}
          />
        ))}
        {rest !== undefined && !isRunning && (
          <button type="button" class="button" onClick={() => void pack(rest)}>
            Pack the rest
          </button>
        )}
      </div>
    </section>
  );
}

function Packed({ archive, number, book }: { archive: BookArchive; number: number | undefined; book: OpenBook }) {
  const { status, archive_url, archive_size_bytes, file_count, total_size_bytes, expires_at } = archive;
  const { remaining_count = 0, total_errors = 0, error_manifest = [] } = archive;
  const isWeb = /^https?:\/\//i.test(archive_url);
  return (
    <>
      <Notice kind={status === 'success' ? 'success' : 'warning'}>
        <span>
          {isWeb ? (
            <a href={archive_url} download rel="noopener noreferrer" target="_blank">
              Download{number === undefined ? '' : ` part ${number}`} ({bytes(archive_size_bytes)})
            </a>
          ) : (
            <code>{archive_url}</code>
          )}{' '}
          {counted(file_count, 'file')}, {bytes(total_size_bytes)} unpacked. The link works until{' '}
          <time dateTime={expires_at}>{new Date(expires_at).toLocaleTimeString()}</time>.
          {remaining_count > 0 && ` The time was too short: ${counted(remaining_count, 'file')} not in it yet.`}
          {total_errors > 0 && ` ${counted(total_errors, 'file')} could not be read.`}
        </span>
      </Notice>
      {error_manifest.length > 0 && (
        <ul class="findings">
          {error_manifest.map(({ path, error }) => (
            <li key={path}>
              <FilePath book={book} path={path} />
              <span>{error}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
