import { useEffect, useState } from 'preact/hooks';
import { hrefTo, navigate } from '../../router.ts';
import { Empty } from '../../ui/empty.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { useTool } from '../../ui/use-tool.ts';
import { SimilarList } from './similar-list.tsx';
import type { SimilarProblems } from './types.ts';

const SHORTEST = 3;
const LONGEST = 2000;
const MOST = 20;

/** Finds problems by what they are about. */
export function Meaning({ query }: { query: string }) {
  const [text, setText] = useState(query);
  useEffect(() => setText(query), [query]);
  const wanted = query.trim();
  const found = useTool<SimilarProblems>(
    'find_similar_problems',
    wanted === '' ? null : { query: wanted, limit: MOST },
  );
  const { data, error, loading, reload } = found;
  const submit = (event: Event) => {
    event.preventDefault();
    if (text.trim() === wanted) reload();
    else navigate(hrefTo('problems', [], { view: 'meaning', q: text.trim() }));
  };
  return (
    <>
      <form class="meaning-form" role="search" onSubmit={submit}>
        <label class="field">
          <span>What is the problem about?</span>
          <input
            type="text"
            value={text}
            maxLength={LONGEST}
            autocomplete="off"
            placeholder="the shortest way through a city with one-way streets"
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <span class="hint">In English, in your own words: no word of the statement need be the same.</span>
        </label>
        <button type="submit" class="button primary" disabled={text.trim().length < SHORTEST}>
          Search
        </button>
      </form>
      <div aria-live="polite" aria-busy={loading}>
        {loading && <Loading what="Comparing meanings" />}
        {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
        {data?.note && <Notice kind="info">{data.note}</Notice>}
        {data?.rewritten_query && data.rewritten_query.trim() !== wanted && (
          <p class="muted small searched-for">The judge searched for: {data.rewritten_query}</p>
        )}
        {data && data.results.length > 0 && <SimilarList results={data.results} />}
        {data?.results.length === 0 && (
          <Empty title="Nothing similar">
            <p>Describe the task itself: what is given, and what is asked for.</p>
          </Empty>
        )}
      </div>
    </>
  );
}
