import { hrefTo, navigate } from '../../router.ts';
import { ErrorNotice, messageOf } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useTool } from '../../ui/use-tool.ts';
import { Browse } from './browse.tsx';
import { DailyCard } from './daily.tsx';
import { Meaning } from './meaning.tsx';
import { OpenBox } from './open-box.tsx';
import { Platforms } from './platforms.tsx';
import type { Daily, PlatformStatus } from './types.ts';

const TABS = [
  { id: 'list', label: 'All problems' },
  { id: 'meaning', label: 'Search by meaning' },
] as const;

/** The problem of the day, and the ways to all others. */
export function Overview({ query, hasList }: { query: URLSearchParams; hasList: boolean }) {
  const daily = useTool<Daily>('get_daily_challenge', {});
  const status = useTool<PlatformStatus>('get_platform_status', {});
  const get = (name: string) => query.get(name) ?? '';
  const view = hasList && get('view') !== 'meaning' ? 'list' : 'meaning';
  const filters = { source: get('source'), difficulty: get('difficulty'), tag: get('tag'), text: get('text') };
  if (daily.error !== undefined && status.error !== undefined && messageOf(daily.error) === messageOf(status.error)) {
    const again = () => {
      daily.reload();
      status.reload();
    };
    return (
      <>
        <ErrorNotice error={daily.error} onRetry={again} />
        <p>Nothing can be asked of the judge right now. The other parts of this console do not need it.</p>
      </>
    );
  }
  return (
    <>
      <div class="problems-top">
        <DailyCard daily={daily} />
        <OpenBox />
      </div>
      <section class="card" aria-labelledby="find-title">
        <h2 id="find-title" class={hasList ? 'visually-hidden' : ''}>
          {hasList ? 'Find problems' : 'Search by meaning'}
        </h2>
        {hasList && (
          <Tabs
            label="Ways to find problems"
            tabs={TABS}
            active={view}
            onSelect={(id) => navigate(hrefTo('problems', [], { view: id }), { replace: true })}
          />
        )}
        {view === 'list' ? (
          <Browse filters={filters} sources={status.data?.platforms.map(({ source }) => source) ?? []} />
        ) : (
          <Meaning query={get('q')} />
        )}
      </section>
      <Platforms status={status} />
    </>
  );
}
