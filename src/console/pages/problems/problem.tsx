import { useEffect, useMemo } from 'preact/hooks';
import { hrefTo } from '../../router.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { useTool } from '../../ui/use-tool.ts';
import { Difficulty, Origin, titleOf } from './facts.tsx';
import { Hints } from './hints.tsx';
import { SimilarList } from './similar-list.tsx';
import { parseStatement } from './statement.ts';
import { StatementParts } from './statement-parts.tsx';
import type { Problem, SimilarProblems } from './types.ts';

const MOST_SIMILAR = 8;

/** One problem: its statement, its samples, its hints, and what is like it. */
export function ProblemView({ source, id, hasList }: { source: string; id: string; hasList: boolean }) {
  const { data, error, loading, reload } = useTool<Problem>('get_problem', { source, id });
  useEffect(() => {
    if (data) document.title = `${titleOf(data).slice(0, 100)} · Problems · Quartet`;
  }, [data]);
  return (
    <div class="problem">
      <p class="problem-back">
        <a href={hrefTo('problems')}>← All problems</a>
      </p>
      {loading && <Loading what="Asking the judge" />}
      {error !== undefined && (
        <>
          <h1>
            <bdi>{`${source} ${id}`}</bdi>
          </h1>
          <ErrorNotice error={error} onRetry={reload} />
          <p>
            Check the address, or go on with{' '}
            <a href={hrefTo('problems', [], { view: 'meaning' })}>a search by meaning</a>
            {hasList && (
              <>
                {' '}
                or <a href={hrefTo('problems', [], { view: 'list' })}>the list of all problems</a>
              </>
            )}
            .
          </p>
        </>
      )}
      {data && <Found problem={data} hasList={hasList} />}
    </div>
  );
}

function Found({ problem, hasList }: { problem: Problem; hasList: boolean }) {
  const { source, id, difficulty, tags = [], ac_rate, link, statement } = problem;
  const { parts, hints } = useMemo(() => parseStatement(statement), [statement]);
  return (
    <>
      <header class="problem-head">
        <h1>
          <bdi>{titleOf(problem)}</bdi>
        </h1>
        <div class="problem-facts">
          <Difficulty of={difficulty} />
          <Origin {...problem} />
          {ac_rate !== undefined && <span>{ac_rate.toFixed(1)} % accepted</span>}
          {link !== undefined && /^https?:\/\//i.test(link) && (
            <a href={link} target="_blank" rel="noopener noreferrer">
              Open at {hostOf(link)} ↗
            </a>
          )}
          <CopyButton text={statement} label="Copy statement" />
        </div>
        {tags.length > 0 && (
          <div class="tag-row">
            {tags.map((tag) =>
              hasList ? (
                <a key={tag} class="chip" href={hrefTo('problems', [], { view: 'list', source, tag })}>
                  <bdi>{tag}</bdi>
                </a>
              ) : (
                <span key={tag} class="chip">
                  <bdi>{tag}</bdi>
                </span>
              ),
            )}
          </div>
        )}
      </header>
      <div class="problem-columns">
        <article class="card problem-statement" aria-label="Statement">
          <StatementParts parts={parts} />
          {hints.length > 0 && <Hints key={`${source} ${id}`} hints={hints} />}
        </article>
        <Similar source={source} id={id} />
      </div>
    </>
  );
}

function Similar({ source, id }: { source: string; id: string }) {
  const args = { source, id, limit: MOST_SIMILAR };
  const { data, error, loading, reload } = useTool<SimilarProblems>('find_similar_problems', args);
  const others = data?.results.filter((row) => row.source !== source || row.id !== id) ?? [];
  return (
    <aside class="card" aria-labelledby="similar-title">
      <h2 id="similar-title">Similar problems</h2>
      {loading && <Loading what="Comparing" />}
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {data?.note && <Notice kind="info">{data.note}</Notice>}
      {others.length > 0 && <SimilarList results={others} />}
      {data && others.length === 0 && <p class="muted">The judge knows none.</p>}
    </aside>
  );
}

function hostOf(link: string): string {
  try {
    return new URL(link).host;
  } catch {
    return 'its platform';
  }
}
