import { useState } from 'preact/hooks';
import { navigate } from '../../../router.ts';
import { Loading } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Archive } from '../archive/archive.tsx';
import { Assets } from '../assets/assets.tsx';
import { Changes } from '../check/changes.tsx';
import { Check } from '../check/check.tsx';
import { Editor } from '../edit/editor.tsx';
import { NewLesson } from '../edit/new-lesson.tsx';
import { History } from '../history/history.tsx';
import { Lesson } from '../lesson/lesson.tsx';
import { LessonTabs } from '../lesson/lesson-tabs.tsx';
import { Mine } from '../mine/mine.tsx';
import type { OpenBook } from '../model/open-book.ts';
import { isLesson } from '../model/paths.ts';
import { bookHref } from '../model/places.ts';
import { Search } from '../search/search.tsx';
import { type Deleted, DeletedNotice } from './deleted-notice.tsx';
import { Overview } from './overview.tsx';

interface BookViewProps {
  readonly book: OpenBook;
  readonly path: string;
  readonly view: string;
  readonly query: URLSearchParams;
}

/** What of a book was asked for. */
export function BookView(props: BookViewProps) {
  const { book, path, view, query } = props;
  const { bookId, access } = book;
  const [deleted, setDeleted] = useState<Deleted>();
  if (path !== '') {
    return (
      <LessonView
        {...props}
        onDeleted={(gone) => {
          setDeleted(gone);
          navigate(bookHref(bookId));
        }}
      />
    );
  }
  if (view === 'assets') return <Assets book={book} query={query} />;
  if (view === 'search') return <Search book={book} query={query} />;
  if (view === 'changes') return <Changes book={book} />;
  if (view === 'check') return <Check book={book} />;
  if (view === 'archive') return <Archive book={book} />;
  if (view === 'new') return access.known ? <NewLesson book={book} /> : <Loading what="The book" />;
  return (
    <>
      {deleted && <DeletedNotice bookId={bookId} deleted={deleted} onDone={() => setDeleted(undefined)} />}
      <Overview book={book} />
    </>
  );
}

function LessonView(props: BookViewProps & { onDeleted: (gone: Deleted) => void }) {
  const { book, path, view, query, onDeleted } = props;
  if (!isLesson(path)) {
    return (
      <Notice kind="info">
        Lessons are named <code>content/NN-Part/NN-Chapter/NN-lesson.md</code>; this is none. Other files are in the
        archive of the book.
      </Notice>
    );
  }
  if (view === 'edit') {
    if (!book.access.known) return <Loading what="The lesson" />;
    if (!book.access.write) return <Notice kind="info">You may read this lesson, but not change it.</Notice>;
    const title = query.get('title') ?? '';
    return <Editor key={path} book={book} path={path} user={query.get('user') ?? undefined} title={title} />;
  }
  return (
    <>
      <LessonTabs book={book} path={path} view={view} />
      {view === 'mine' ? (
        <Mine key={path} book={book} path={path} query={query} />
      ) : view === 'history' && book.access.audit ? (
        <History key={path} book={book} path={path} />
      ) : (
        <Lesson
          key={path}
          book={book}
          path={path}
          query={query}
          onDeleted={({ content }) => onDeleted({ path, content })}
        />
      )}
    </>
  );
}
