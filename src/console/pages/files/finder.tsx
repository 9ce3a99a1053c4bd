import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useTyped } from '../../ui/use-typed.ts';
import { Chips } from './chips.tsx';
import { Findings } from './findings.tsx';
import { merged } from './hits.ts';
import type { Place } from './place.ts';
import { Preview } from './preview.tsx';
import { filterFor } from './question.ts';
import { SearchField } from './search-field.tsx';
import { useHits } from './use-hits.ts';

const PATIENCE_MS = 120;
const FIRST_LIMIT = 100;
const HIGHEST_LIMIT = 1000;

interface FinderProps {
  readonly place: Place;
  readonly roots: readonly string[];
  readonly kinds: readonly string[];
  readonly canPreview: boolean;
  readonly onChange: (change: Partial<Place>, replace: boolean) => void;
}

/** The field, what narrows the search, the hits and the file that is open. */
export function Finder({ place, roots, kinds, canPreview, onChange }: FinderProps) {
  const field = useRef<HTMLInputElement>(null);
  const [limit, setLimit] = useState(FIRST_LIMIT);
  const [activePath, setActivePath] = useState('');
  const typed = useTyped(place.text, PATIENCE_MS, (text) => onChange({ text }, true));
  const folders = useMemo(() => (place.folder === '' ? roots : [place.folder]), [place.folder, roots]);
  const search = useHits(place, folders, limit, typed.isAhead);
  const { found } = search;
  const hits = useMemo(() => {
    if (found === undefined) return [];
    const keep = filterFor(found.wish, found.now);
    const all = merged(found.lists, found.wish.text.trim());
    return keep ? all.filter(keep) : all;
  }, [found]);
  const active = hits.findIndex((hit) => hit._path === activePath);
  const wished = JSON.stringify([place.text, place.kind, place.age, place.folder]);
  useEffect(() => setLimit(FIRST_LIMIT), [wished]);
  useSlash(field);

  const hasOpened = useRef(false);
  const open = (path: string) => {
    hasOpened.current = true;
    onChange({ file: path }, place.file !== '');
  };
  const close = () => {
    onChange({ file: '' }, true);
    field.current?.focus();
  };
  const move = (step: number) => {
    const at = Math.min(Math.max(active + step, 0), hits.length - 1);
    setActivePath(hits[at]?._path ?? '');
    if (at === hits.length - 1) void search.more();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    if (place.file !== '') close();
    else if (typed.text !== '') typed.write('');
    field.current?.focus();
  };
  const opened = hits.find((hit) => hit._path === place.file);
  return (
    <div onKeyDown={onKey}>
      <SearchField
        field={field}
        text={typed.text}
        active={active}
        hits={hits.length}
        busy={search.searching || typed.isAhead}
        onText={typed.write}
        onMove={move}
        onOpen={() => {
          const hit = hits[Math.max(active, 0)];
          if (hit) open(hit._path);
        }}
      />
      <Chips place={place} kinds={kinds} roots={roots} onChange={(change) => onChange(change, false)} />
      <div class={place.file === '' ? 'files-columns' : 'files-columns has-preview'}>
        <Findings
          search={search}
          hits={hits}
          roots={roots}
          active={active}
          opened={place.file}
          canLookFurther={limit < HIGHEST_LIMIT}
          onLookFurther={() => setLimit(HIGHEST_LIMIT)}
          onOpen={(path) => {
            setActivePath(path);
            open(path);
          }}
        />
        {place.file === '' ? (
          <Hints />
        ) : (
          <Preview
            key={place.file}
            path={place.file}
            text={place.text}
            line={opened?.line}
            roots={roots}
            canPreview={canPreview}
            takesFocus={hasOpened.current}
            onFolder={(folder) => onChange({ folder, file: '' }, false)}
            onClose={close}
          />
        )}
      </div>
    </div>
  );
}

/** A slash leads to the field, unless it is meant for another one. */
function useSlash(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isElsewhere =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isElsewhere) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [field]);
}

function Hints() {
  return (
    <aside class="files-hints" aria-label="Keys">
      <p>Choose a file to see what is in it.</p>
      <dl>
        <dt>
          <kbd>/</kbd>
        </dt>
        <dd>to the search field</dd>
        <dt>
          <kbd>↑</kbd> <kbd>↓</kbd>
        </dt>
        <dd>through the files</dd>
        <dt>
          <kbd>Enter</kbd>
        </dt>
        <dd>open the file here</dd>
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>back</dd>
      </dl>
    </aside>
  );
}
