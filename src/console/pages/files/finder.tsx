import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { counted } from '../../ui/format.ts';
import { useTyped } from '../../ui/use-typed.ts';
import { Chips } from './chips.tsx';
import { Findings } from './findings.tsx';
import { merged } from './hits.ts';
import { KeyHints } from './key-hints.tsx';
import type { Place } from './place.ts';
import { Preview } from './preview.tsx';
import { keyOf, wordsToMark } from './question.ts';
import { LIST_ID, optionId } from './result-list.tsx';
import { SearchField } from './search-field.tsx';
import { useHits } from './use-hits.ts';
import { useSlash } from './use-slash.ts';

const PATIENCE_MS = 120;
const FIRST_LIMIT = 100;
const HIGHEST_LIMIT = 1000;

interface FinderProps {
  readonly place: Place;
  readonly roots: readonly string[];
  /** How many more directories may be searched, of which the server does not tell. */
  readonly unnamed: number;
  readonly kinds: readonly string[];
  readonly canPreview: boolean;
  readonly canMean: boolean;
  readonly onChange: (change: Partial<Place>, replace: boolean) => void;
}

/** The field, what narrows the search, the hits and the file that is open. */
export function Finder({ place, roots, unnamed, kinds, canPreview, canMean, onChange }: FinderProps) {
  const field = useRef<HTMLInputElement>(null);
  const [limit, setLimit] = useState(FIRST_LIMIT);
  const [activePath, setActivePath] = useState('');
  const typed = useTyped(place.text, PATIENCE_MS, (text) => onChange({ text }, true));
  const folders = useMemo(() => (place.folder === '' ? roots : [place.folder]), [place.folder, roots]);
  const search = useHits(place, folders, limit, typed.isAhead);
  const { found } = search;
  const hits = useMemo(() => {
    if (found === undefined) return [];
    return merged(found.lists, wordsToMark(found.question.text));
  }, [found]);
  const active = hits.findIndex((hit) => hit._path === activePath);
  const wished = JSON.stringify([keyOf(place), place.folder]);
  useEffect(() => setLimit(FIRST_LIMIT), [wished]);
  useSlash(field);

  const hasOpened = useRef(false);
  const open = (path: string) => {
    hasOpened.current = true;
    onChange({ file: path }, place.file !== '');
  };
  const close = (byKey: boolean) => {
    onChange({ file: '' }, true);
    // Whoever taps wants the list again, and no keyboard over it.
    const list = document.getElementById(LIST_ID);
    if (byKey || list === null) field.current?.focus();
    else {
      list.focus({ preventScroll: true });
      document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
    }
  };
  const busy = search.searching || typed.isAhead;
  const [opensFirst, setOpensFirst] = useState(false);
  const isAnswered = !busy && found !== undefined && keyOf(found.question) === keyOf(place);
  useEffect(() => {
    if (!opensFirst || !isAnswered) return;
    setOpensFirst(false);
    if (hits[0]) open(hits[0]._path);
  }, [opensFirst, isAnswered, hits]);
  const write = (text: string) => {
    setOpensFirst(false);
    typed.write(text);
  };
  const openActive = () => {
    const hit = hits[active];
    if (hit) open(hit._path);
    // What is listed may still be the answer to what was typed before.
    else setOpensFirst(true);
  };
  const move = (step: number) => {
    setOpensFirst(false);
    const at = Math.min(Math.max(active + step, 0), hits.length - 1);
    setActivePath(hits[at]?._path ?? '');
    if (at === hits.length - 1) void search.more();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    if (place.file !== '') close(true);
    else if (search.searching && !typed.isAhead) search.stop();
    else if (typed.text !== '') write('');
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
        busy={busy}
        onText={write}
        onMove={move}
        onOpen={openActive}
      />
      <Chips
        place={place}
        kinds={kinds}
        roots={roots}
        canMean={canMean}
        onChange={(change) => onChange(change, false)}
      />
      {unnamed > 0 && (
        <p class="muted small">
          {counted(unnamed, 'more folder')} may be searched, but the server does not name{' '}
          {unnamed === 1 ? 'it' : 'them'}: open <code>#/files?in=FOLDER</code> to look there.
        </p>
      )}
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
          <KeyHints />
        ) : (
          <Preview
            key={place.file}
            path={place.file}
            text={wordsToMark(place.text)}
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
