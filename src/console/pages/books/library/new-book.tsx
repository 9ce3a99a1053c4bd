import { useEffect, useRef, useState } from 'preact/hooks';
import { navigate } from '../../../router.ts';
import { bookHref } from '../model/places.ts';
import { slug } from '../model/tree.ts';

const SHORTEST = 3;

/** Asks for the name of a book, and goes on to its first lesson, which makes it. */
export function NewBook() {
  const [isOpen, setIsOpen] = useState(false);
  const [title, setTitle] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [isOpen]);
  const bookId = slug(title).toLowerCase().slice(0, 50).replace(/-+$/, '');
  const submit = (event: Event) => {
    event.preventDefault();
    if (bookId.length >= SHORTEST) navigate(bookHref(bookId, '', { view: 'new' }));
  };
  if (!isOpen) {
    return (
      <button type="button" class="button" onClick={() => setIsOpen(true)}>
        New book
      </button>
    );
  }
  return (
    <form class="new-book" onSubmit={submit}>
      <label class="field">
        <span>Title of the new book</span>
        <input
          ref={field}
          value={title}
          maxLength={80}
          placeholder="Python for agents"
          onInput={(event) => setTitle(event.currentTarget.value)}
        />
        <span class="hint" aria-live="polite">
          {bookId.length >= SHORTEST ? `Its id will be ${bookId}.` : 'At least three letters or digits.'}
        </span>
      </label>
      <div class="form-actions">
        <button type="submit" class="button primary" disabled={bookId.length < SHORTEST}>
          Write the first lesson
        </button>
        <button type="button" class="button quiet" onClick={() => setIsOpen(false)}>
          Cancel
        </button>
      </div>
    </form>
  );
}
