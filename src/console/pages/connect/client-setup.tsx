import type { ClientEntry } from './clients.ts';
import { SnippetBox } from './snippet-box.tsx';
import { hasSecret, type Target } from './target.ts';

interface ClientSetupProps {
  readonly client: ClientEntry;
  readonly via: 'http' | 'stdio';
  readonly target: Target;
}

/** What one client must be told. */
export function ClientSetup({ client, via, target }: ClientSetupProps) {
  const { snippets, link, notes } = client[via](target);
  const secret = hasSecret(target) ? target.token : undefined;
  return (
    <section class="card client-setup" aria-labelledby="client">
      <div class="client-head">
        <h2 id="client">{client.label}</h2>
        {link !== undefined && (
          <a class="button primary" href={link}>
            Add to {client.label}
          </a>
        )}
      </div>
      {client.hasLink && link === undefined && via === 'http' && (
        <p class="muted small">With the token in, there is a link that adds the server by itself.</p>
      )}
      {snippets.map((snippet, at) => (
        <div key={snippet.title}>
          {at > 0 && <p class="snippet-or">{joins(snippet.title)}</p>}
          <SnippetBox snippet={snippet} secret={secret} />
        </div>
      ))}
      {notes.length > 0 && (
        <ul class="client-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {via === 'stdio' && (
        <p class="muted small">
          The client starts Quartet by itself, on the machine where it is installed and with default settings. Options
          of this server, such as <code>--root</code>, are not part of it: add those you need at the end.
        </p>
      )}
    </section>
  );
}

/** Most texts are another way to the same end; the token is needed besides. */
function joins(title: string): string {
  return title.startsWith('Before') ? 'and' : 'or';
}
