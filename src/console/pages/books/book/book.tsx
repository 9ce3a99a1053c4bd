import { useEffect, useMemo, useState } from 'preact/hooks';
import { hrefTo } from '../../../router.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import { useAccess } from '../model/access.ts';
import type { OpenBook } from '../model/open-book.ts';
import { bookTitle } from '../model/paths.ts';
import { bookHref } from '../model/places.ts';
import { treeOf } from '../model/tree.ts';
import { useChanges } from '../model/use-changes.ts';
import { usePages } from '../model/use-pages.ts';
import { BookView } from './book-view.tsx';
import { Tree } from './tree.tsx';

interface BookProps {
  readonly bookId: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The listing of so many takes several calls. */
const MANY_LESSONS = 300;

/** One book: its lessons on the left, and what was chosen of it. */
export function Book({ bookId, path, query }: BookProps) {
  const access = useAccess();
  const isWide = useMedia('(min-width: 900px)');
  const { items, error, complete, reload } = usePages<string>('glob_search', {
    book_id: bookId,
    pattern: 'content/**/*.md',
  });
  useChanges(reload, items.length > MANY_LESSONS ? 5000 : undefined);
  const tree = useMemo(() => treeOf(items.map((key) => key.slice(`books/${bookId}/`.length))), [items, bookId]);
  const book = useMemo(
    (): OpenBook => ({ bookId, tree, access, complete, isWide }),
    [bookId, tree, access, complete, isWide],
  );
  const view = query.get('view') ?? '';
  const isWriting = view === 'edit' || view === 'new';
  const branches = useMemo(() => <Tree book={book} path={path} />, [book, path]);
  return (
    <>
      <div class="page-head book-head">
        <p class="crumbs">
          <a href={hrefTo('books')}>Books</a> <span aria-hidden="true">/</span>
        </p>
        <h1>
          <a href={bookHref(bookId)}>{bookTitle(bookId)}</a>
        </h1>
        {!isWide && !isWriting && tree.order.length > 0 && <LessonsDrawer path={path}>{branches}</LessonsDrawer>}
      </div>
      <BookTabs bookId={bookId} view={path === '' ? view : 'lessons'} />
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      <div class={isWide && !isWriting ? 'book-columns' : ''}>
        {isWide && !isWriting && <aside class="book-aside">{branches}</aside>}
        <div class="book-main">
          <BookView book={book} path={path} view={view} query={query} />
        </div>
      </div>
    </>
  );
}

const TABS = [
  ['', 'Lessons'],
  ['assets', 'Assets'],
  ['search', 'Search'],
  ['changes', 'Changes'],
  ['check', 'Check'],
  ['archive', 'Archive'],
] as const;

function BookTabs({ bookId, view }: { bookId: string; view: string }) {
  const active = TABS.find(([id]) => id === view)?.[0] ?? '';
  return (
    <nav class="tabs link-tabs" aria-label="This book">
      {TABS.map(([id, label]) => (
        <a key={id} href={bookHref(bookId, '', { view: id })} aria-current={id === active ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}

/** On a narrow screen the lessons are a drawer. */
function LessonsDrawer({ path, children }: { path: string; children: preact.ComponentChildren }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(false), [path]);
  return (
    <>
      <button type="button" class="button small drawer-button" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
        Contents
      </button>
      {isOpen && (
        <Dialog title="Contents" class="drawer" onClose={() => setIsOpen(false)}>
          <button type="button" class="button small drawer-close" onClick={() => setIsOpen(false)}>
            Close
          </button>
          {children}
        </Dialog>
      )}
    </>
  );
}
