import { useEffect, useRef, useState } from 'preact/hooks';
import { hrefTo } from '../../../router.ts';
import { useServer } from '../../../server.tsx';
import { counted } from '../../../ui/format.ts';
import { ErrorNotice, Notice } from '../../../ui/notice.tsx';
import { bookHref } from '../model/places.ts';
import { addDemoBook, type DemoBook, type DemoProgress, fetchDemoBook, hasDemoBook } from './demo-book.ts';

type Stage =
  | { readonly kind: 'offered' }
  | { readonly kind: 'running'; readonly progress: DemoProgress | undefined }
  | { readonly kind: 'failed'; readonly error: unknown; readonly progress: DemoProgress | undefined }
  | { readonly kind: 'done'; readonly book: DemoBook; readonly progress: DemoProgress };

/** Adds the demo book with one click, and shows how far it is. Nothing is shown where there is no such book. */
export function DemoButton({ prominent, onAdded }: { prominent: boolean; onAdded: () => void }) {
  const { client } = useServer();
  const [isThere, setIsThere] = useState(false);
  const [stage, setStage] = useState<Stage>({ kind: 'offered' });
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => {
    const asking = new AbortController();
    hasDemoBook(asking.signal).then(setIsThere, () => {});
    return () => {
      asking.abort();
      stop.current?.abort();
    };
  }, []);

  const add = async () => {
    const { signal } = (stop.current = new AbortController());
    let progress: DemoProgress | undefined;
    setStage({ kind: 'running', progress });
    try {
      const book = await fetchDemoBook(signal);
      const end = await addDemoBook(client, book, signal, (now) => {
        progress = now;
        if (!signal.aborted) setStage({ kind: 'running', progress: now });
      });
      setStage({ kind: 'done', book, progress: end });
    } catch (error) {
      setStage(signal.aborted ? { kind: 'offered' } : { kind: 'failed', error, progress });
    }
    onAdded();
  };

  if (!isThere) return null;
  if (stage.kind === 'done') return <Added book={stage.book} progress={stage.progress} />;
  return (
    <div class="demo">
      {stage.kind === 'running' ? (
        <Running progress={stage.progress} onStop={() => stop.current?.abort()} />
      ) : (
        <button type="button" class={`button ${prominent ? 'primary' : ''}`} onClick={() => void add()}>
          {stage.kind === 'failed' ? 'Go on with the demo book' : 'Add the demo book'}
        </button>
      )}
      {stage.kind === 'failed' && (
        <>
          <ErrorNotice error={stage.error} />
          <p class="muted">
            {stage.progress
              ? `It stopped at ${stage.progress.path}, file ${stage.progress.done + 1} of ${stage.progress.total}. `
              : ''}
            What was written stays. To go on skips it.
          </p>
        </>
      )}
    </div>
  );
}

function Running({ progress, onStop }: { progress: DemoProgress | undefined; onStop: () => void }) {
  const { done = 0, total = 1, path = '' } = progress ?? {};
  return (
    <div class="progress-line" role="status">
      <progress value={done} max={total} aria-label="Adding the demo book" />
      <span class="muted">{progress ? `${done} of ${total}: ${path}` : 'Fetching the demo book…'}</span>
      <button type="button" class="button small" onClick={onStop}>
        Stop
      </button>
    </div>
  );
}

function Added({ book, progress: { total, skipped } }: { book: DemoBook; progress: DemoProgress }) {
  const href = book.first_lesson ? bookHref(book.book_id, book.first_lesson) : hrefTo('books', [book.book_id]);
  return (
    <Notice kind="success">
      <span>
        The demo book is there: {counted(total - skipped, 'file')} added
        {skipped > 0 ? `, ${skipped} were there already` : ''}. <a href={href}>Start reading</a>
      </span>
    </Notice>
  );
}
