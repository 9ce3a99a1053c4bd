import { useState } from 'preact/hooks';
import { Notice } from './ui/notice.tsx';

/** Asks for a token. It stays in the memory of this tab. */
export function SignIn({ wasWrong, onToken }: { wasWrong: boolean; onToken: (token: string) => void }) {
  const [token, setToken] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    if (token.trim() !== '') onToken(token.trim());
  };
  return (
    <form class="card sign-in" onSubmit={submit}>
      <h1>Sign in</h1>
      <p>
        This server wants a token. Whoever runs it has given you one, or finds it where the server was started. It is
        kept in the memory of this tab only.
      </p>
      {wasWrong && (
        <Notice kind="error">This token was refused. It may have expired, or belong to another server.</Notice>
      )}
      <label class="field">
        <span>Token</span>
        <input
          type="password"
          name="token"
          autocomplete="off"
          spellcheck={false}
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button primary" disabled={token.trim() === ''}>
        Sign in
      </button>
    </form>
  );
}
