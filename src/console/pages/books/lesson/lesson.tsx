import { useEffect, useMemo, useRef } from 'preact/hooks';
import { CallError } from '../../../mcp/client.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { useTool } from '../../../ui/use-tool.ts';
import type { LessonText } from '../model/answers.ts';
import type { OpenBook } from '../model/open-book.ts';
import { bookHref } from '../model/places.ts';
import { neighbours } from '../model/tree.ts';
import { useChanges } from '../model/use-changes.ts';
import { goTo } from './go-to.ts';
import { LessonFacts } from './lesson-facts.tsx';
import { LessonMarkdown } from './lesson-markdown.tsx';

interface LessonProps {
  readonly book: OpenBook;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly onDeleted: (lesson: LessonText) => void;
}

/** A lesson as it is read; it follows what others write. */
export function Lesson({ book, path, query, onDeleted }: LessonProps) {
  const { bookId } = book;
  const { data: lesson, error, reload } = useTool<LessonText>('read_content', { book_id: bookId, path });
  useChanges(reload);
  const text = lesson?.content;
  // The page hears of every call that the server gets; the text is not made again for each.
  const page = useMemo(
    () => text !== undefined && <LessonMarkdown book={book} path={path} text={text} />,
    [book, path, text],
  );
  const place = useRef<HTMLElement>(null);
  const isThere = text !== undefined;
  const line = Number(query.get('line')) || undefined;
  const anchor = query.get('at') ?? '';
  useEffect(() => {
    if (!isThere || place.current === null) return;
    if (line === undefined && anchor === '') scrollTo(0, 0);
    else goTo(place.current, line, anchor);
    // Who came by a link that is gone goes on reading here.
    if (document.activeElement === document.body) place.current.focus({ preventScroll: true });
  }, [isThere, path, line, anchor]);

  if (error instanceof CallError && error.code === 'NOT_FOUND') return <NoLesson book={book} path={path} />;
  if (error !== undefined) return <ErrorNotice error={error} onRetry={reload} />;
  if (lesson === undefined) return <Loading what="The lesson" />;
  return (
    <>
      <LessonFacts book={book} path={path} lesson={lesson} onDeleted={onDeleted} />
      <article class="card lesson" ref={place} tabIndex={-1}>
        {page}
      </article>
      <Neighbours book={book} path={path} />
    </>
  );
}

function Neighbours({ book, path }: { book: OpenBook; path: string }) {
  const { before, after } = neighbours(book.tree, path);
  if (before === undefined && after === undefined) return null;
  return (
    <nav class="neighbours" aria-label="Previous and next lesson">
      {before && (
        <a class="neighbour" href={bookHref(book.bookId, before.path)} rel="prev">
          <span class="muted small">Previous</span> {before.label}
        </a>
      )}
      {after && (
        <a class="neighbour neighbour-next" href={bookHref(book.bookId, after.path)} rel="next">
          <span class="muted small">Next</span> {after.label}
        </a>
      )}
    </nav>
  );
}

function NoLesson({ book: { bookId, access }, path }: { book: OpenBook; path: string }) {
  return (
    <div class="card">
      <Empty title="There is no such lesson">
        <p>
          It may have been deleted or moved: <code>{path}</code>
        </p>
        {access.write && (
          <a class="button" href={bookHref(bookId, path, { view: 'edit' })}>
            Write it
          </a>
        )}
      </Empty>
    </div>
  );
}
