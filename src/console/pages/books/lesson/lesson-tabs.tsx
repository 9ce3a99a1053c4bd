import type { OpenBook } from '../model/open-book.ts';
import { readable } from '../model/paths.ts';
import { bookHref } from '../model/places.ts';

const TABS = [
  ['', 'Read'],
  ['mine', 'My version'],
  ['history', 'History'],
] as const;

/** Where a lesson stands in its book, and the ways to look at it. */
export function LessonTabs({ book, path, view }: { book: OpenBook; path: string; view: string }) {
  const tabs = TABS.filter(([id]) => id !== 'history' || book.access.audit);
  const active = tabs.find(([id]) => id === view)?.[0] ?? '';
  const [, part = '', chapter = '', lesson = ''] = path.split('/');
  return (
    <div class="lesson-bar">
      <p class="crumbs">
        {readable(part)} <span aria-hidden="true">/</span> {readable(chapter)} <span aria-hidden="true">/</span>{' '}
        <strong>{readable(lesson)}</strong>
      </p>
      <nav class="link-tabs pill-tabs" aria-label="This lesson">
        {tabs.map(([id, label]) => (
          <a
            key={id}
            href={bookHref(book.bookId, path, { view: id })}
            aria-current={id === active ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
    </div>
  );
}
