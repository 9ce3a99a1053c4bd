import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { hrefTo, type PageProps, type Route, useRoute } from './router.ts';
import { type Server, ServerProvider, useServer, useServerConnection } from './server.tsx';
import { SignIn } from './sign-in.tsx';
import { Loading } from './ui/loading.tsx';
import { Notice } from './ui/notice.tsx';

interface PageEntry {
  readonly id: string;
  readonly label: string;
  /** The toolset without which the page makes no sense. */
  readonly toolset?: string;
  load(): Promise<{ default: ComponentType<PageProps> }>;
}

const PAGES: readonly PageEntry[] = [
  { id: 'home', label: 'Home', load: () => import('./pages/home/home.tsx') },
  { id: 'connect', label: 'Connect', load: () => import('./pages/connect/connect.tsx') },
  { id: 'tools', label: 'Tools', load: () => import('./pages/tools/tools.tsx') },
  { id: 'books', label: 'Books', toolset: 'books', load: () => import('./pages/books/books.tsx') },
  { id: 'files', label: 'Files', toolset: 'spotlight', load: () => import('./pages/files/files.tsx') },
  { id: 'problems', label: 'Problems', toolset: 'oj', load: () => import('./pages/problems/problems.tsx') },
  { id: 'money', label: 'Money', toolset: 'cobol', load: () => import('./pages/money/money.tsx') },
];

/** The whole page: the server's name and state, the way to each part, and the part that is open. */
export function App() {
  const [token, setToken] = useState(takeTokenFromAddress);
  const server = useServerConnection(token);
  const route = useRoute();
  const pages = PAGES.filter(
    ({ toolset }) => toolset === undefined || server.hello === undefined || server.has(toolset),
  );
  const page = pages.find(({ id }) => id === route.page);
  useEffect(() => {
    document.title = page && page.id !== 'home' ? `${page.label} · Quartet` : 'Quartet';
  }, [page]);

  return (
    <ServerProvider value={server}>
      <a class="skip-link" href="#main" onClick={focusMain}>
        Skip to content
      </a>
      <header class="shell-header">
        <a class="brand" href={hrefTo('home')}>
          <Strings /> Quartet
        </a>
        <nav aria-label="Pages" class="shell-nav">
          {pages.map(({ id, label }) => (
            <a key={id} href={hrefTo(id)} aria-current={id === page?.id ? 'page' : undefined} class={`nav-${id}`}>
              {label}
            </a>
          ))}
        </nav>
        <ConnectionState server={server} onSignOut={() => setToken(undefined)} />
      </header>
      <main id="main" tabIndex={-1} class="shell-main">
        {server.connection === 'refused' ? (
          <SignIn wasWrong={token !== undefined} onToken={setToken} />
        ) : server.hello === undefined ? (
          <Loading what="Connecting to the server" />
        ) : page ? (
          <LazyPage key={page.id} entry={page} route={route} />
        ) : (
          <NoSuchPage route={route} />
        )}
      </main>
    </ServerProvider>
  );
}

function LazyPage({ entry, route }: { entry: PageEntry; route: Route }) {
  const [Page, setPage] = useState<ComponentType<PageProps>>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    entry.load().then(
      (module) => setPage(() => module.default),
      () => setFailed(true),
    );
  }, [entry]);
  if (failed)
    return (
      <Notice kind="error">This part of the page could not be loaded. Is the server running? Reload the page.</Notice>
    );
  return Page ? <Page route={route} /> : <Loading what={entry.label} />;
}

function NoSuchPage({ route }: { route: Route }) {
  const { hello } = useServer();
  const entry = PAGES.find(({ id }) => id === route.page);
  const why = entry?.toolset && hello?.absent[`/mcp/${entry.toolset}`];
  return (
    <Notice kind="info">
      {why ?? 'There is no such page here.'} <a href={hrefTo('home')}>Go to the start.</a>
    </Notice>
  );
}

function ConnectionState({ server, onSignOut }: { server: Server; onSignOut: () => void }) {
  const { connection, hello, state, token } = server;
  const status = connection === 'live' ? (state?.status ?? 'ready') : connection;
  return (
    <div class="shell-state">
      <span class={`state-dot state-${status}`} aria-hidden="true" />
      <span role="status">{WORDS[status] ?? status}</span>
      {hello?.subject && <span class="shell-subject">{hello.subject}</span>}
      {token !== undefined && connection !== 'refused' && (
        <button type="button" class="button quiet small" onClick={onSignOut}>
          Sign out
        </button>
      )}
    </div>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  ready: 'running',
  degraded: 'running, with problems',
  failing: 'not ready',
  stopping: 'stopping',
  connecting: 'connecting…',
  lost: 'no connection, trying again…',
  refused: 'signed out',
};

/** Four strings, one for each server. */
function Strings() {
  return (
    <span class="strings" aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}

/** A link with a token brings it into the memory of this tab, and leaves no trace in the address. */
function takeTokenFromAddress(): string | undefined {
  const token = /^#token=([\w.~+/=-]+)$/.exec(location.hash)?.[1];
  if (token !== undefined) history.replaceState(null, '', '#/home');
  return token;
}

function focusMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
