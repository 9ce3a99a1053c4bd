import { visible } from '../../../ui/visible.ts';
import type { OpenBook } from '../model/open-book.ts';
import { isAssetType, isLesson } from '../model/paths.ts';
import { bookHref } from '../model/places.ts';

/** The path of a file of a book, as a link where this page can show it. */
export function FilePath({ book: { bookId }, path }: { book: OpenBook; path: string }) {
  const [area, type, ...name] = path.split('/');
  const href = isLesson(path)
    ? bookHref(bookId, path)
    : area === 'static' && isAssetType(type)
      ? bookHref(bookId, '', { view: 'assets', type, name: name.join('/') })
      : undefined;
  return <code class="file-path">{href === undefined ? visible(path) : <a href={href}>{visible(path)}</a>}</code>;
}
