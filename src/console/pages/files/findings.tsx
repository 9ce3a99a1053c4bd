import { useEffect } from 'preact/hooks';
import { Empty } from '../../ui/empty.tsx';
import { counted } from '../../ui/format.ts';
import { Loading } from '../../ui/loading.tsx';
import type { Hit } from './hits.ts';
import { isNarrowed, wordsToMark } from './question.ts';
import { remarksOn } from './remarks.ts';
import { ResultList } from './result-list.tsx';
import { SearchState } from './search-state.tsx';
import type { Found, Search } from './use-hits.ts';

/** So many hits fill the page; so many pages are looked through for them without being asked. */
const ENOUGH_HITS = 12;
const MOST_PAGES = 5;

interface FindingsProps {
  readonly search: Search;
  readonly hits: readonly Hit[];
  readonly roots: readonly string[];
  readonly active: number;
  readonly opened: string;
  readonly canLookFurther: boolean;
  readonly onLookFurther: () => void;
  readonly onOpen: (path: string) => void;
}

/** What was found, what was left out and why, and the way to more. */
export function Findings(props: FindingsProps) {
  const { search, hits, roots, active, opened, canLookFurther, onLookFurther, onOpen } = props;
  const { found, searching, more, retry, stop } = search;
  const hasMore = found?.lists.some(({ cursor }) => cursor !== undefined) ?? false;
  const isFiltered = found !== undefined && isNarrowed(found.question);
  const wantsMore = hasMore && hits.length < ENOUGH_HITS && (found?.pages ?? MOST_PAGES) < MOST_PAGES;
  useEffect(() => {
    if (wantsMore && !searching) void more();
  }, [wantsMore, searching, more]);
  const state = <SearchState found={found} searching={searching} onStop={stop} onRetry={retry} />;
  if (found === undefined) {
    return (
      <div class="files-findings">
        {state}
        <Loading what="Searching" />
      </div>
    );
  }
  const byText = found.question.text.trim() !== '';
  const remarks = found.state ? [] : remarksOn(found.lists, { byText, limit: found.limit });
  const isCut = found.lists.some(({ truncated }) => truncated);
  const hasFailed = found.lists.some(({ failure }) => failure !== undefined);
  const isRefused = found.lists.every(({ failure }) => failure !== undefined);
  const isUnsure = hasFailed || found.lists.some(({ complete }) => !complete);
  return (
    <div class="files-findings">
      {state}
      {remarks.length > 0 && (
        <div class={isUnsure ? 'honest-bar notice notice-warning' : 'honest-bar notice'} role="status">
          <div>
            {remarks.map((remark) => (
              <p key={remark}>{remark}</p>
            ))}
          </div>
          {isCut && canLookFurther && (
            <button type="button" class="button small" onClick={onLookFurther}>
              Look for up to 1,000
            </button>
          )}
          {hasFailed && (
            <button type="button" class="button small" onClick={retry}>
              Try again
            </button>
          )}
        </div>
      )}
      <p class="files-count" role="status">
        {headline(found, hits.length, hasMore)}
      </p>
      {hits.length > 0 && (
        <ResultList
          hits={hits}
          text={wordsToMark(found.question.text)}
          roots={roots}
          active={active}
          opened={opened}
          busy={searching}
          onOpen={(hit) => onOpen(hit._path)}
        />
      )}
      {hits.length === 0 && !searching && (
        <Empty
          title={isRefused ? 'Nothing was searched' : isUnsure || hasMore ? 'Nothing found so far' : 'No such file'}
        >
          <p>{isRefused ? 'The server says above what it needs.' : advice(byText, isFiltered)}</p>
        </Empty>
      )}
      {hasMore && (
        <button type="button" class="button files-more" disabled={searching} onClick={() => void more()}>
          Show more
        </button>
      )}
    </div>
  );
}

function headline({ question, lists, state }: Found, count: number, hasMore: boolean): string {
  if (count === 0) return '';
  if (question.text.trim() === '' && question.kind === '' && question.age === '') return 'Changed last';
  if (state !== undefined) return `${counted(count, 'file')} so far`;
  if (!hasMore) return counted(count, 'file');
  const total = lists.reduce((sum, list) => sum + list.total, 0).toLocaleString('en');
  return `${count} of ${total}${lists.some(({ truncated }) => truncated) ? ' or more' : ''} files`;
}

function advice(byText: boolean, isFiltered: boolean): string {
  if (isFiltered) return 'Let go of a chip above to see what it leaves out.';
  if (byText)
    return 'Names and contents were searched, in any case and with or without accents. Try fewer words, or another folder.';
  return 'There are no such files in this folder. Choose another one, or let go of a chip above.';
}
