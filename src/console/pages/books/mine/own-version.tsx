import { useCallback, useState } from 'preact/hooks';
import { CallError, type McpClient } from '../../../mcp/client.ts';
import { useServer } from '../../../server.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ago } from '../../../ui/format.ts';
import { Loading } from '../../../ui/loading.tsx';
import { ErrorNotice, Notice } from '../../../ui/notice.tsx';
import { useLoaded } from '../../../ui/use-tool.ts';
import { forEditing } from '../edit/line-ends.ts';
import type { LessonText } from '../model/answers.ts';
import type { OpenBook } from '../model/open-book.ts';
import { bookHref } from '../model/places.ts';
import { useChanges } from '../model/use-changes.ts';
import { SideBySide } from './side-by-side.tsx';

interface Both {
  readonly shared: LessonText | undefined;
  readonly own: LessonText | undefined;
}

/** The shared text and a user's own beside each other, line by line. */
export function OwnVersion({ book, path, user }: { book: OpenBook; path: string; user: string }) {
  const { client } = useServer();
  const { bookId, access } = book;
  const load = useCallback(
    (signal: AbortSignal) => readBoth(client, bookId, path, user, signal),
    [client, bookId, path, user],
  );
  const { data, error, reload } = useLoaded(load);
  useChanges(reload);
  if (error !== undefined) return <ErrorNotice error={error} onRetry={reload} />;
  if (data === undefined) return <Loading what="Both versions" />;
  const { shared, own } = data;
  const edit = bookHref(bookId, path, { view: 'edit', user });
  if (own === undefined) {
    return (
      <div class="card">
        <p>
          <strong>{user}</strong> has no own version of this lesson and reads the shared one.
        </p>
        {access.write && (
          <a class="button primary" href={edit}>
            Write an own version
          </a>
        )}
      </div>
    );
  }
  return (
    <>
      <div class="lesson-facts">
        <p>
          <span class="badge badge-ok">own version</span>
          <span>
            of <strong>{user}</strong>, changed{' '}
            <time dateTime={own.last_modified} title={own.last_modified}>
              {ago(own.last_modified)}
            </time>
          </span>
        </p>
        <div class="row-actions">
          {access.remove && <BackToShared bookId={bookId} path={path} user={user} onDone={reload} />}
          {access.write && (
            <a class="button primary" href={edit}>
              Edit it
            </a>
          )}
        </div>
      </div>
      {shared === undefined ? (
        <Notice kind="info">There is no shared lesson of this name any more, only this version.</Notice>
      ) : null}
      <SideBySide
        left={forEditing(shared?.content ?? '').text}
        right={forEditing(own.content).text}
        titles={['Shared', user]}
      />
    </>
  );
}

async function readBoth(
  client: McpClient,
  book_id: string,
  path: string,
  user_id: string,
  signal: AbortSignal,
): Promise<Both> {
  const [shared, users] = await Promise.all([
    readOrNothing(client, { book_id, path }, signal),
    readOrNothing(client, { book_id, path, user_id }, signal),
  ]);
  return { shared, own: users?.source === 'overlay' ? users : undefined };
}

async function readOrNothing(
  client: McpClient,
  args: Record<string, string>,
  signal: AbortSignal,
): Promise<LessonText | undefined> {
  try {
    return await client.call<LessonText>('read_content', args, signal);
  } catch (error) {
    if (error instanceof CallError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

function BackToShared(props: { bookId: string; path: string; user: string; onDone: () => void }) {
  const { bookId, path, user, onDone } = props;
  const { client } = useServer();
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState<unknown>();
  const remove = async () => {
    try {
      await client.call('delete_content', { book_id: bookId, path, user_id: user });
      setIsAsking(false);
      onDone();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <>
      <button type="button" class="button danger" onClick={() => setIsAsking(true)}>
        Back to the shared text
      </button>
      {isAsking && (
        <Dialog title="Delete the own version?" onClose={() => setIsAsking(false)}>
          <p>{user} reads the shared text again. The shared lesson stays as it is.</p>
          {error !== undefined && <ErrorNotice error={error} />}
          <div class="form-actions">
            <button type="button" class="button danger" onClick={() => void remove()}>
              Delete the own version
            </button>
            <button type="button" class="button" onClick={() => setIsAsking(false)}>
              Keep it
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
