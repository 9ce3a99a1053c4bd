import { useState } from 'preact/hooks';
import { useServer } from '../../../server.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorNotice, Notice } from '../../../ui/notice.tsx';
import type { LessonText } from '../model/answers.ts';
import type { OpenBook } from '../model/open-book.ts';

interface DeleteLessonProps {
  readonly book: OpenBook;
  readonly path: string;
  readonly lesson: LessonText;
  readonly onDeleted: (lesson: LessonText) => void;
}

/** Deletes a lesson after a question. The tool takes no hash, so what is about to go is looked at once more. */
export function DeleteLesson({ book: { bookId }, path, lesson, onDeleted }: DeleteLessonProps) {
  const { client } = useServer();
  const [isAsking, setIsAsking] = useState(false);
  const [seen, setSeen] = useState(lesson);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isChanged, setIsChanged] = useState(false);
  const ask = () => {
    setSeen(lesson);
    setIsChanged(false);
    setError(undefined);
    setIsAsking(true);
  };
  const remove = async () => {
    setIsBusy(true);
    try {
      const now = await client.call<LessonText>('read_content', { book_id: bookId, path });
      if (now.file_hash_sha256 === seen.file_hash_sha256) {
        await client.call('delete_content', { book_id: bookId, path });
        onDeleted(now);
        return;
      }
      setSeen(now);
      setIsChanged(true);
    } catch (failure) {
      setError(failure);
    }
    setIsBusy(false);
  };
  return (
    <>
      <button type="button" class="button danger" onClick={ask}>
        Delete
      </button>
      {isAsking && (
        <Dialog title="Delete this lesson?" onClose={() => setIsAsking(false)}>
          <p>
            <code>{path}</code> goes for everybody. Own versions of users stay.
          </p>
          {isChanged && (
            <Notice kind="warning">Somebody has changed it since you opened it. Delete the newer version too?</Notice>
          )}
          {error !== undefined && <ErrorNotice error={error} />}
          <div class="form-actions">
            <button type="button" class="button danger" disabled={isBusy} onClick={() => void remove()}>
              {isChanged ? 'Delete it all the same' : 'Delete'}
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
