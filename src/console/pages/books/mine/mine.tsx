import { useState } from 'preact/hooks';
import { navigate } from '../../../router.ts';
import { useServer } from '../../../server.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { OpenBook } from '../model/open-book.ts';
import { bookHref } from '../model/places.ts';
import { OwnVersion } from './own-version.tsx';

const USER_ID = /^[A-Za-z0-9_-]{1,100}$/;

/** A user's own version of a lesson: that of who is signed in or, where that is nobody or an administrator, of a name. */
export function Mine({ book, path, query }: { book: OpenBook; path: string; query: URLSearchParams }) {
  const { hello, may } = useServer();
  const subject = hello?.subject ?? null;
  const mayName = subject === null || may('fs:admin');
  const named = (mayName && query.get('user')) || undefined;
  const user = named ?? subject ?? '';
  const isUser = USER_ID.test(user);
  return (
    <>
      {mayName && (
        <UserForm user={user} onUser={(name) => navigate(bookHref(book.bookId, path, { view: 'mine', user: name }))} />
      )}
      {isUser ? (
        <OwnVersion key={user} book={book} path={path} user={user} />
      ) : user === '' ? (
        <p class="muted">
          Everybody can have an own version of a lesson: notes, a translation, an easier text. The shared lesson stays
          as it is. Say whose version to show.
        </p>
      ) : (
        <Notice kind="info">
          The name {user} cannot have own versions: only letters, digits, underscores and hyphens may be in it.
        </Notice>
      )}
    </>
  );
}

function UserForm({ user, onUser }: { user: string; onUser: (user: string) => void }) {
  const [name, setName] = useState(user);
  const isGood = USER_ID.test(name) && name.toLowerCase() !== '__base__';
  const submit = (event: Event) => {
    event.preventDefault();
    if (isGood) onUser(name);
  };
  return (
    <form class="user-form" onSubmit={submit}>
      <label class="field">
        <span>User</span>
        <input
          value={name}
          maxLength={100}
          spellcheck={false}
          autocomplete="off"
          placeholder="ann"
          onInput={(event) => setName(event.currentTarget.value.trim())}
        />
      </label>
      <button type="submit" class="button" disabled={!isGood}>
        Show
      </button>
    </form>
  );
}
