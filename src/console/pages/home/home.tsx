import { hrefTo, type PageProps } from '../../router.ts';
import { useServer } from '../../server.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ago } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { filterOf } from './call-filter.ts';
import { Calls } from './calls.tsx';
import { Charts } from './charts.tsx';
import { Failures } from './failures.tsx';
import { ServerLoad } from './server-load.tsx';
import { ToolsetCards } from './toolset-cards.tsx';

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** What is running, how it is, and every call as it happens. */
export default function Home({ route }: PageProps) {
  const { hello, state } = useServer();
  if (hello === undefined) return null;
  const now = state === undefined ? undefined : Date.parse(state.at);
  return (
    <div class="home">
      <header class="page-head">
        <div>
          <h1>Quartet {hello.version}</h1>
          <p class="muted home-since">
            Running since {MOMENT.format(new Date(hello.started_at))} ({ago(hello.started_at, now)}) at{' '}
            <code>{location.origin}/mcp</code> <CopyButton text={`${location.origin}/mcp`} label="Copy address" />
          </p>
        </div>
        <div class="actions">
          <a class="button primary" href={hrefTo('connect')}>
            Connect a client
          </a>
          <a class="button" href={hrefTo('tools')}>
            Try a tool
          </a>
        </div>
      </header>
      {!hello.sees_all && (
        <Notice kind="info">
          <span>
            You see only your own calls. A token with the scope <code>metrics:read</code> shows everybody’s, and how
            much the server has to do.
          </span>
        </Notice>
      )}
      <ToolsetCards />
      {state && <ServerLoad state={state} />}
      <Charts />
      <Failures />
      <Calls filter={filterOf(route.query)} />
    </div>
  );
}
