import { useEffect, useState } from 'preact/hooks';
import { counted } from '../../../ui/format.ts';
import { visible } from '../../../ui/visible.ts';
import { useDraftedPaths } from '../edit/drafts.ts';
import type { OpenBook } from '../model/open-book.ts';
import { bookHref } from '../model/places.ts';
import { type Chapter, filtered, type LessonItem, type Part } from '../model/tree.ts';

/** Books with more lessons begin with their chapters closed. */
const FEW_LESSONS = 60;
const MOST_FOUND = 200;

/** The parts, chapters and lessons of a book. Arrow keys go up and down, open and close. */
export function Tree({ book, path }: { book: OpenBook; path: string }) {
  const { tree, complete } = book;
  const [query, setQuery] = useState('');
  const found = query.trim() === '' ? undefined : filtered(tree, query);
  return (
    <nav class="tree" aria-label="Contents" onKeyDown={onArrow}>
      <label class="tree-filter">
        <span class="visually-hidden">Filter lessons</span>
        <input
          type="search"
          placeholder="Filter lessons"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </label>
      {found ? (
        <Found book={book} found={found} path={path} query={query} />
      ) : (
        <ul class="tree-parts">
          {tree.parts.map((part) => (
            <PartBranch key={part.path} book={book} part={part} path={path} />
          ))}
        </ul>
      )}
      {!complete && <p class="muted small">{counted(tree.order.length, 'lesson')} so far…</p>}
    </nav>
  );
}

function Found(props: { book: OpenBook; found: readonly LessonItem[]; path: string; query: string }) {
  const { book, found, path, query } = props;
  return (
    <>
      <p class="muted small" role="status">
        {counted(found.length, 'lesson')}
      </p>
      <Lessons book={book} lessons={found.slice(0, MOST_FOUND)} path={path} />
      {found.length > MOST_FOUND && <p class="muted small">The first {MOST_FOUND} are shown.</p>}
      <p class="small">
        <a href={bookHref(book.bookId, '', { view: 'search', q: query.trim() })}>Search the texts instead</a>
      </p>
    </>
  );
}

function PartBranch({ book, part, path }: { book: OpenBook; part: Part; path: string }) {
  const holdsPath = path.startsWith(`${part.path}/`);
  return (
    <Branch label={part.label} kind="part" isOpenAtFirst holdsPath={holdsPath}>
      {() => (
        <ul>
          {part.chapters.map((chapter) => (
            <ChapterBranch key={chapter.path} book={book} chapter={chapter} path={path} />
          ))}
        </ul>
      )}
    </Branch>
  );
}

function ChapterBranch({ book, chapter, path }: { book: OpenBook; chapter: Chapter; path: string }) {
  const holdsPath = path.startsWith(`${chapter.path}/`);
  const isSmall = book.tree.order.length <= FEW_LESSONS;
  return (
    <Branch label={chapter.label} kind="chapter" isOpenAtFirst={isSmall} holdsPath={holdsPath}>
      {() => <Lessons book={book} lessons={chapter.lessons} path={path} />}
    </Branch>
  );
}

interface BranchProps {
  readonly label: string;
  readonly kind: string;
  readonly isOpenAtFirst: boolean;
  readonly holdsPath: boolean;
  readonly children: () => preact.ComponentChildren;
}

function Branch({ label, kind, isOpenAtFirst, holdsPath, children }: BranchProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst || holdsPath);
  useEffect(() => {
    if (holdsPath) setIsOpen(true);
  }, [holdsPath]);
  return (
    <li>
      <button type="button" class={`tree-${kind}`} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {label}
      </button>
      {isOpen && children()}
    </li>
  );
}

function Lessons({ book, lessons, path }: { book: OpenBook; lessons: readonly LessonItem[]; path: string }) {
  const drafted = useDraftedPaths(book.bookId);
  const link = (place: string, label: string, kind: string) => (
    <a class={kind} href={bookHref(book.bookId, place)} aria-current={place === path ? 'page' : undefined}>
      {visible(label)}
      {drafted.has(place) && <span class="tree-draft"> (not saved)</span>}
    </a>
  );
  return (
    <ul class="tree-lessons">
      {lessons.map((lesson) => (
        <li key={lesson.path}>
          {link(lesson.path, lesson.label, 'tree-lesson')}
          {lesson.summary && link(lesson.summary, 'Summary', 'tree-summary')}
        </li>
      ))}
    </ul>
  );
}

/** Up and down go through all that can be chosen; right opens a branch and left closes it. */
function onArrow(event: KeyboardEvent): void {
  const place = event.target as HTMLElement;
  const expanded = place.getAttribute('aria-expanded');
  if ((event.key === 'ArrowRight' && expanded === 'false') || (event.key === 'ArrowLeft' && expanded === 'true')) {
    place.click();
    return;
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const tree = event.currentTarget as HTMLElement;
  const stops = Array.from(tree.querySelectorAll<HTMLElement>('input, button, a'));
  const next = stops[stops.indexOf(place) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
