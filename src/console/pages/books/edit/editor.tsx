import { useCallback, useMemo } from 'preact/hooks';
import { useServer } from '../../../server.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { useLoaded } from '../../../ui/use-tool.ts';
import type { OpenBook } from '../model/open-book.ts';
import { type Draft, drafts, useDraftKey } from './drafts.ts';
import { EditorForm } from './editor-form.tsx';
import { type LessonPlace, readVersion } from './save.ts';

interface EditorProps {
  readonly book: OpenBook;
  readonly path: string;
  readonly user: string | undefined;
  /** The title of a new lesson. */
  readonly title: string;
}

/** Opens a lesson for writing: what was left unsaved here, else what the library has, else an empty one. */
export function Editor({ book, path, user, title }: EditorProps) {
  const { client } = useServer();
  const { bookId } = book;
  const place = useMemo((): LessonPlace => ({ bookId, path, user }), [bookId, path, user]);
  const key = useDraftKey(place);
  const open = useCallback(
    async (signal: AbortSignal): Promise<Draft> => {
      const unsaved = drafts.get(key);
      if (unsaved !== undefined) return unsaved;
      const opened = await readVersion(client, place, signal);
      if (opened !== undefined) return { opened, start: '', text: opened.text };
      // One's own version begins as the shared one.
      const shared = user === undefined ? undefined : await readVersion(client, { ...place, user: undefined }, signal);
      const start = shared?.text ?? (title === '' ? '' : `# ${title}\n\n`);
      return { opened: undefined, start, text: start };
    },
    [client, place, key, title],
  );
  const { data, error, loading, reload } = useLoaded(open);
  if (error !== undefined) return <ErrorNotice error={error} onRetry={reload} />;
  if (data === undefined || loading) return <Loading what="The lesson" />;
  return <EditorForm key={key} draftKey={key} book={book} place={place} first={data} />;
}
