import { useCallback } from 'preact/hooks';
import { Markdown } from '../../../ui/markdown.tsx';
import { Picture } from '../assets/picture.tsx';
import type { OpenBook } from '../model/open-book.ts';
import { resolve } from '../model/paths.ts';
import { bookHref } from '../model/places.ts';

/** The text of a lesson: its pictures come from the book, and its links to lessons and assets stay in this page. */
export function LessonMarkdown({ book: { bookId }, path, text }: { book: OpenBook; path: string; text: string }) {
  const linkTo = useCallback(
    (href: string) => {
      const target = resolve(path, href);
      if (target === undefined) return undefined;
      if (target.kind === 'lesson') return bookHref(bookId, target.path, { at: target.anchor });
      return bookHref(bookId, '', { view: 'assets', type: target.type, name: target.filename });
    },
    [bookId, path],
  );
  const image = useCallback(
    (src: string, alt: string) => {
      const target = resolve(path, src);
      if (target?.kind === 'asset') {
        return <Picture name={{ bookId, type: target.type, filename: target.filename }} alt={alt} />;
      }
      if (!/^https?:\/\//i.test(src)) return undefined;
      return (
        <a href={src} target="_blank" rel="noopener noreferrer" class="image-words">
          {alt || 'A picture'} (a picture elsewhere)
        </a>
      );
    },
    [bookId, path],
  );
  return (
    <div class="lesson-text">
      <Markdown text={text} linkTo={linkTo} image={image} headingsAbove={1} lines />
    </div>
  );
}
