import { useEffect } from 'preact/hooks';
import { Loading } from '../../ui/loading.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import type { Loaded } from '../../ui/use-tool.ts';
import { Difficulty, hrefOfProblem, Origin, titleOf } from './facts.tsx';
import type { Daily } from './types.ts';

/** A judge that fetches the problem says when to ask again; it is asked no more often than this. */
const LEAST_WAIT_S = 2;

/** The problem of the day. */
export function DailyCard({ daily }: { daily: Loaded<Daily> }) {
  const { data, error, loading, reload } = daily;
  const wait = data?.status === 'fetching' ? Math.max(data.retry_after ?? 5, LEAST_WAIT_S) : undefined;
  useEffect(() => {
    if (wait === undefined || loading) return;
    const timer = setTimeout(reload, wait * 1000);
    return () => clearTimeout(timer);
  }, [wait, loading, reload]);
  return (
    <section class="card daily" aria-labelledby="daily-title">
      <h2 id="daily-title">Problem of the day</h2>
      {error !== undefined && (
        <>
          <ErrorNotice error={error} onRetry={reload} />
          <p class="muted">As long as the judge itself answers, everything else here still works.</p>
        </>
      )}
      {data === undefined && loading && <Loading what="Asking the judge" />}
      {wait !== undefined && (
        <Notice kind="info">The judge is still fetching it. The page asks again in {wait} seconds.</Notice>
      )}
      {data?.problem && (
        <>
          <h3>
            <a href={hrefOfProblem(data.problem)}>
              <bdi>{titleOf(data.problem)}</bdi>
            </a>
          </h3>
          <p class="problem-facts">
            <Difficulty of={data.problem.difficulty} />
            <Origin {...data.problem} />
          </p>
          <div class="daily-teaser">
            <Markdown text={teaserOf(data.problem.statement)} />
          </div>
        </>
      )}
    </section>
  );
}

/** The first paragraph, unless the statement begins with something else. */
function teaserOf(statement: string): string {
  const first = statement.trim().split(/\n\s*\n/, 1)[0] ?? '';
  return /^(#|```|~~~|\||>|[-*+] |\d+[.)] |\$\$)/.test(first) ? '' : first.slice(0, 600);
}
