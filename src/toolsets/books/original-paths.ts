import type { Library } from '../../engines/library/commit/library.ts';
import type { BookId } from '../../engines/library/model/names.ts';
import { readLayout } from '../../engines/library/sync/layout-file.ts';
import { ConfigurationFailure } from '../../lib/failures.ts';

/** Where lessons of a numbered tree were when their links were written. */
export async function originalPaths(library: Library, book: BookId): Promise<Map<string, string>> {
  const { files } = (await readLayout(library, book).catch(unlessUnusable)) ?? { files: new Map<string, string>() };
  return new Map([...files].map(([original, path]) => [`content/${path}`, `content/${original}`]));
}

/** What is wrong with the layout itself is told by the commands that need it. */
function unlessUnusable(error: unknown): undefined {
  if (!(error instanceof ConfigurationFailure)) throw error;
}
