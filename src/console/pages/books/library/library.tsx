import { useMemo } from 'preact/hooks';
import { Loading } from '../../../ui/loading.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { useTool } from '../../../ui/use-tool.ts';
import { useAccess } from '../model/access.ts';
import type { BookRow, Page } from '../model/answers.ts';
import { useChanges } from '../model/use-changes.ts';
import { BookCard } from './book-card.tsx';
import { DemoButton } from './demo-button.tsx';
import { NewBook } from './new-book.tsx';

const MOST_CARDS = 300;

/** All books of the library. */
export function Library() {
  const access = useAccess();
  const { data, error, loading, reload } = useTool<Page<BookRow>>('list_books', {});
  useChanges(reload);
  const books = data?.result;
  const isEmpty = books?.length === 0;
  return (
    <>
      <div class="page-head">
        <h1>Books</h1>
        {books && !isEmpty && <span class="muted">{books.length.toLocaleString('en')} in this library</span>}
      </div>
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {loading && books === undefined && <Loading what="The library" />}
      {books && (
        <div class={isEmpty ? 'card library-empty' : 'library'}>
          {isEmpty ? <WhatALibraryIs mayWrite={access.write} /> : <Shelf books={books} />}
          {access.write && (
            // This stays in its place when the first book comes, so that the demo book is not stopped by its own first lesson.
            <div class="library-foot">
              {access.upload && <DemoButton key="demo" prominent={isEmpty} onAdded={reload} />}
              <NewBook key="new" />
            </div>
          )}
        </div>
      )}
    </>
  );
}

function Shelf({ books }: { books: readonly BookRow[] }) {
  // The page hears of every call that the server gets; cards are not made again for each.
  const cards = useMemo(
    () => books.slice(0, MOST_CARDS).map((book) => <BookCard key={book.book_id} book={book} />),
    [books],
  );
  return (
    <>
      <ul class="shelf" aria-label="Books">
        {cards}
      </ul>
      {books.length > MOST_CARDS && <p class="muted">The first {MOST_CARDS} are shown.</p>}
    </>
  );
}

function WhatALibraryIs({ mayWrite }: { mayWrite: boolean }) {
  return (
    <>
      <h2>This library is empty</h2>
      <p>
        A library holds books: Markdown lessons in parts and chapters, with their pictures. People write them here and
        agents through the tools, at the same time. No version is ever overwritten unseen, and every change stands in an
        audit log.
      </p>
      <p class="muted">
        {mayWrite ? (
          <>
            A folder of Markdown becomes a book with <code>quartet books ingest FOLDER --book ID</code>.
          </>
        ) : (
          'You may read here, but not write. Somebody who may write adds the first lesson.'
        )}
      </p>
    </>
  );
}
