import type { AskedLesson } from '../../../engines/library/index.ts';
import { UsageError } from '../../terminal/usage.ts';

/** The lesson that somebody has typed; `content/` may be left out. */
export async function lessonNamed(book: string, path: string, user: string | undefined): Promise<AskedLesson> {
  const { bookId, BookFailure, contentPath, ownerOf } = await import('../../../engines/library/index.ts');
  const whole = path.startsWith('content/') ? path : `content/${path}`;
  try {
    return { book: bookId(book), path: contentPath(whole), user: ownerOf(user) };
  } catch (error) {
    if (!(error instanceof BookFailure)) throw error;
    throw new UsageError(String(error.data.message).replace('book_id', 'BOOK').replace('user_id', '--user'));
  }
}

/** A version that somebody has typed: a day stands for its first moment. */
export function versionNamed(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
}
