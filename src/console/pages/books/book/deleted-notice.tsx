import { useState } from 'preact/hooks';
import { navigate } from '../../../router.ts';
import { useServer } from '../../../server.tsx';
import { ErrorNotice, Notice } from '../../../ui/notice.tsx';
import { bookHref } from '../model/places.ts';

/** A lesson that was just deleted here. */
export interface Deleted {
  readonly path: string;
  readonly content: string;
}

/** Says what was deleted, and puts it back on request. */
export function DeletedNotice(props: { bookId: string; deleted: Deleted; onDone: () => void }) {
  const { bookId, deleted, onDone } = props;
  const { client } = useServer();
  const [error, setError] = useState<unknown>();
  const putBack = async () => {
    try {
      await client.call('write_content', { book_id: bookId, path: deleted.path, content: deleted.content });
      onDone();
      navigate(bookHref(bookId, deleted.path));
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <>
      <Notice kind="success">
        <span>
          Deleted <code>{deleted.path}</code>.
        </span>
        <button type="button" class="button small" onClick={() => void putBack()}>
          Put it back
        </button>
        <button type="button" class="button small quiet" onClick={onDone}>
          Fine
        </button>
      </Notice>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
}
