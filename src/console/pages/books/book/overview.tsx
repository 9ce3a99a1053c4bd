import { Empty } from '../../../ui/empty.tsx';
import { counted } from '../../../ui/format.ts';
import { Loading } from '../../../ui/loading.tsx';
import { visible } from '../../../ui/visible.ts';
import type { OpenBook } from '../model/open-book.ts';
import { readable } from '../model/paths.ts';
import { bookHref } from '../model/places.ts';
import type { BookTree, Part } from '../model/tree.ts';

const MOST_OTHERS = 50;

/** A book at a glance: how much there is, and where to begin. */
export function Overview({ book }: { book: OpenBook }) {
  const { bookId, tree, access, complete } = book;
  const [first] = tree.order;
  if (first === undefined && !complete) return <Loading what="The book" />;
  const newLesson = access.write && (
    <a class={`button ${first ? '' : 'primary'}`} href={bookHref(bookId, '', { view: 'new' })}>
      New lesson
    </a>
  );
  if (first === undefined) {
    return (
      <div class="card">
        <Empty title="No lessons here yet">
          <p>A book is there as soon as it has its first lesson.</p>
          {newLesson}
        </Empty>
        <Others tree={tree} />
      </div>
    );
  }
  const chapters = tree.parts.reduce((sum, part) => sum + part.chapters.length, 0);
  return (
    <>
      <div class="card overview-head">
        <p>
          {counted(tree.order.length, 'lesson')} in {counted(chapters, 'chapter')} and{' '}
          {counted(tree.parts.length, 'part')}
        </p>
        <div class="form-actions">
          <a class="button primary" href={bookHref(bookId, first.path)}>
            Start reading
          </a>
          {newLesson}
        </div>
      </div>
      <div class="overview-parts">
        {tree.parts.map((part) => (
          <PartCard key={part.path} bookId={bookId} part={part} />
        ))}
      </div>
      <Others tree={tree} />
    </>
  );
}

const MOST_CHAPTERS = 100;

function PartCard({ bookId, part }: { bookId: string; part: Part }) {
  return (
    <section class="card">
      <h2>{part.label}</h2>
      <ul class="overview-chapters">
        {part.chapters.slice(0, MOST_CHAPTERS).map((chapter) => (
          <li key={chapter.path}>
            <a href={bookHref(bookId, chapter.lessons[0]?.path)}>{chapter.label}</a>{' '}
            <span class="muted small">{counted(chapter.lessons.length, 'lesson')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Markdown that belongs to the book without being a lesson. */
function Others({ tree: { others } }: { tree: BookTree }) {
  if (others.length === 0) return null;
  return (
    <details class="others">
      <summary>{counted(others.length, 'other file')}</summary>
      <p class="muted small">They are in searches and archives, but are no lessons.</p>
      <ul>
        {others.slice(0, MOST_OTHERS).map((path) => (
          <li key={path}>
            <bdi>{path.split('/').slice(1).map(visibleName).join(' / ')}</bdi>
          </li>
        ))}
      </ul>
      {others.length > MOST_OTHERS && <p class="muted">The first {MOST_OTHERS} are shown.</p>}
    </details>
  );
}

function visibleName(name: string, at: number, names: readonly string[]): string {
  return at < names.length - 1 ? readable(name) : visible(name);
}
