import { useEffect, useMemo, useRef } from 'preact/hooks';
import { findMatches } from '../../ui/find-matches.ts';
import { ago, bytes } from '../../ui/format.ts';
import { Marked } from '../../ui/marked.tsx';
import { visible } from '../../ui/visible.ts';
import { shortFolder } from './folders.ts';
import { folderOf, type Hit, nameOf } from './hits.ts';
import { extensionOf } from './kinds.ts';

export const LIST_ID = 'files-hits';
export const optionId = (at: number) => `files-hit-${at}`;

interface ResultListProps {
  readonly hits: readonly Hit[];
  readonly text: string;
  readonly roots: readonly string[];
  /** The place in the list that the keys have moved to; -1 when they have not. */
  readonly active: number;
  readonly opened: string;
  readonly busy: boolean;
  readonly onOpen: (hit: Hit) => void;
}

/** The hits. The field above keeps the focus; the keys move through this list from there. */
export function ResultList({ hits, text, roots, active, opened, busy, onOpen }: ResultListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  // A key in the field must not cost the marking of all rows again.
  const rows = useMemo(() => hits.map((hit) => <HitRow hit={hit} text={text} roots={roots} />), [hits, text, roots]);
  return (
    <ul id={LIST_ID} class="files-hits" role="listbox" aria-label="Files" aria-busy={busy} tabIndex={-1} ref={list}>
      {hits.map((hit, at) => (
        <li
          key={hit._path}
          id={optionId(at)}
          role="option"
          class={hit._path === opened ? 'hit hit-opened' : 'hit'}
          aria-selected={at === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpen(hit)}
        >
          {rows[at]}
        </li>
      ))}
    </ul>
  );
}

function HitRow({ hit, text, roots }: { hit: Hit; text: string; roots: readonly string[] }) {
  const { kMDItemFSSize: size, kMDItemContentModificationDate: date, kMDItemKind: kind, snippet, line } = hit;
  return (
    <>
      <span class="hit-type" aria-hidden="true">
        {shortType(nameOf(hit))}
      </span>
      <span class="hit-name">
        <bdi>
          <Marked text={nameOf(hit)} query={text} />
        </bdi>
      </span>
      <span class="hit-facts">
        {size !== undefined && <span>{bytes(size)}</span>}
        {date !== undefined && <span title={new Date(date).toLocaleString()}>{ago(date)}</span>}
      </span>
      <span class="hit-folder" title={hit._path}>
        {kind !== undefined && <span class="hit-kind">{kind}</span>}
        <bdi>
          <Marked text={shortFolder(folderOf(hit._path), roots)} query={text} />
        </bdi>
      </span>
      {snippet !== undefined && (
        <span class="hit-snippet">
          {line !== undefined && <span class="hit-line">line {line}</span>}
          <bdi>
            <MarkedSnippet text={snippet} query={text} match={hit.match} />
          </bdi>
        </span>
      )}
      {hit._why !== undefined && <span class="hit-why">{hit._why}</span>}
    </>
  );
}

/** The words themselves where they are there, else what the server has taken for them: another form, or another spelling. */
function MarkedSnippet({ text, query, match }: { text: string; query: string; match: Hit['match'] }) {
  if (match === undefined || findMatches(text, query).length > 0) return <Marked text={text} query={query} />;
  const [start, end] = match;
  return (
    <>
      {visible(text.slice(0, start))}
      <mark>{visible(text.slice(start, end))}</mark>
      {visible(text.slice(end))}
    </>
  );
}

/** What stands in the small box before a name. */
function shortType(name: string): string {
  const extension = extensionOf(name).toLowerCase();
  return /^[a-z0-9]{1,4}$/.test(extension) ? extension : '·';
}
