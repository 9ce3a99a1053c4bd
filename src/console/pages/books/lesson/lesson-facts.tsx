import { CopyButton } from '../../../ui/copy-button.tsx';
import { ago, bytes } from '../../../ui/format.ts';
import type { LessonText } from '../model/answers.ts';
import type { OpenBook } from '../model/open-book.ts';
import { bookHref } from '../model/places.ts';
import { DeleteLesson } from './delete-lesson.tsx';

interface LessonFactsProps {
  readonly book: OpenBook;
  readonly path: string;
  readonly lesson: LessonText;
  readonly onDeleted: (lesson: LessonText) => void;
}

/** What is known of a lesson, and what can be done with it. */
export function LessonFacts({ book, path, lesson, onDeleted }: LessonFactsProps) {
  const { bookId, access } = book;
  return (
    <div class="lesson-facts">
      <p>
        <span class="badge">{lesson.source === 'base' ? 'shared text' : 'own version'}</span>
        <span>{bytes(lesson.file_size)}</span>
        <span>
          changed{' '}
          <time dateTime={lesson.last_modified} title={lesson.last_modified}>
            {ago(lesson.last_modified)}
          </time>
        </span>
        <Hash hash={lesson.file_hash_sha256} />
      </p>
      {access.write && (
        <div class="row-actions">
          {access.remove && <DeleteLesson book={book} path={path} lesson={lesson} onDeleted={onDeleted} />}
          <a class="button primary" href={bookHref(bookId, path, { view: 'edit' })}>
            Edit
          </a>
        </div>
      )}
    </div>
  );
}

/** The beginning of a hash; all of it is copied. */
export function Hash({ hash }: { hash: string }) {
  return (
    <span class="hash">
      <code title={hash}>{hash.slice(0, 8)}</code>
      <CopyButton text={hash} label="Copy hash" />
    </span>
  );
}
