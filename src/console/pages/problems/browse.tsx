import { useEffect, useState } from 'preact/hooks';
import { hrefTo, navigate } from '../../router.ts';
import { Empty } from '../../ui/empty.tsx';
import { counted } from '../../ui/format.ts';
import { Loading } from '../../ui/loading.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useTool } from '../../ui/use-tool.ts';
import { FilterForm, type Filters } from './list-filters.tsx';
import { ProblemTable } from './problem-table.tsx';
import type { ProblemPage } from './types.ts';

const PER_PAGE = 25;

/** The problems of the judge, chosen by platform, difficulty, tag and words. */
export function Browse({ filters, sources }: { filters: Filters; sources: readonly string[] }) {
  const key = JSON.stringify(filters);
  // The cursors of the pages before this one, and its own.
  const [{ of, cursors }, setPages] = useState<{ of: string; cursors: readonly string[] }>({ of: key, cursors: [] });
  const pages = of === key ? cursors : [];
  const { source, difficulty, tag, text: query } = filters;
  const cursor = pages.at(-1);
  const list = useTool<ProblemPage>('list_problems', {
    ...given({ source, difficulty, tag, query }),
    limit: PER_PAGE,
    ...(cursor !== undefined && { cursor }),
  });
  // The page before stays in sight until the next one is there.
  const [shown, setShown] = useState<ProblemPage & { first: number }>();
  useEffect(() => {
    if (list.data) setShown({ ...list.data, first: pages.length * PER_PAGE + 1 });
  }, [list.data]);
  const change = (next: Partial<Filters>) =>
    navigate(hrefTo('problems', [], { view: 'list', ...filters, ...next }), { replace: true });
  return (
    <>
      <FilterForm filters={filters} sources={sources} onChange={change} />
      {list.error !== undefined && <ErrorNotice error={list.error} onRetry={list.reload} />}
      {list.error === undefined && shown === undefined && <Loading what="Listing problems" />}
      {list.error === undefined && shown && (
        <>
          <p class="muted small" role="status">
            {shown.total === 0
              ? ''
              : `${shown.first} to ${shown.first + shown.results.length - 1} of ${counted(shown.total, 'problem')}`}
          </p>
          {shown.results.length > 0 ? (
            <ProblemTable rows={shown.results} busy={list.loading} onTag={(name) => change({ tag: name })} />
          ) : (
            <Empty title="No such problem">
              <p>Let go of a filter, or search by meaning: that needs no word of the title.</p>
            </Empty>
          )}
          <nav class="pager" aria-label="Pages of the list">
            <button
              type="button"
              class="button"
              disabled={pages.length === 0 || list.loading}
              onClick={() => setPages({ of: key, cursors: pages.slice(0, -1) })}
            >
              Previous
            </button>
            <button
              type="button"
              class="button"
              disabled={shown.next_cursor === undefined || list.loading}
              onClick={() => setPages({ of: key, cursors: [...pages, shown.next_cursor ?? ''] })}
            >
              Next
            </button>
          </nav>
        </>
      )}
    </>
  );
}

/** Only what says something. */
function given(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
