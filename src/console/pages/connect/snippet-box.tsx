import { CopyButton } from '../../ui/copy-button.tsx';
import type { Snippet } from './snippets.ts';
import { PROGRAM_PLACEHOLDER, placeholdersIn } from './target.ts';

/** A text to copy, what must be replaced in it, and whether it is a secret. */
export function SnippetBox({ snippet: { title, text }, secret }: { snippet: Snippet; secret: string | undefined }) {
  const isSecret = secret !== undefined && text.includes(secret);
  return (
    <div class="snippet" role="group" aria-label={title}>
      <div class="snippet-head">
        <h3>{title}</h3>
        {isSecret && <span class="badge badge-warning">secret: holds your token</span>}
        <CopyButton text={text} />
      </div>
      <pre class="code" tabIndex={0} aria-label={title}>
        {text}
      </pre>
      {placeholdersIn(text).map((placeholder) => (
        <p key={placeholder} class="snippet-replace">
          Replace <code>{placeholder}</code> with{' '}
          {placeholder === PROGRAM_PLACEHOLDER ? 'the place where Quartet is installed' : 'your token'}.
        </p>
      ))}
    </div>
  );
}
