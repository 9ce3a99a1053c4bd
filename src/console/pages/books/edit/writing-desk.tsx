import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { bytes } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import { LessonMarkdown } from '../lesson/lesson-markdown.tsx';
import type { OpenBook } from '../model/open-book.ts';
import { bookHref } from '../model/places.ts';
import { type Draft, isUnsaved } from './drafts.ts';
import type { LessonPlace } from './save.ts';

interface WritingDeskProps {
  readonly book: OpenBook;
  readonly place: LessonPlace;
  readonly draft: Draft;
  readonly isSaving: boolean;
  readonly onText: (text: string) => void;
  readonly onSave: () => void;
  readonly onRevert: () => void;
}

const PREVIEW_AFTER_MS = 150;
/** Longer texts are shown when somebody asks, not at every key. */
const LIVE_CHARS = 100_000;

/** The text on the left and what it looks like on the right; on a narrow screen one of them. */
export function WritingDesk({ book, place, draft, isSaving, onText, onSave, onRevert }: WritingDeskProps) {
  const isBroad = useMedia('(min-width: 1000px)');
  const [tab, setTab] = useState<'write' | 'preview'>('write');
  const field = useRef<HTMLTextAreaElement>(null);
  const unsaved = isUnsaved(draft);
  const canSave = draft.text !== '' && !isSaving && (unsaved || draft.opened === undefined);
  const onKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    if (canSave) onSave();
  };
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <div class="desk" onKeyDown={onKey}>
      {draft.opened?.lineEnd === 'mixed' && (
        <Notice kind="info">The lines of this file end in different ways. Saving makes them alike.</Notice>
      )}
      {!isBroad && (
        <Tabs
          label="Write or look"
          active={tab}
          onSelect={setTab}
          tabs={[
            { id: 'write', label: 'Write' },
            { id: 'preview', label: 'Preview' },
          ]}
        />
      )}
      <div class={isBroad ? 'desk-panes' : ''}>
        {(isBroad || tab === 'write') && (
          <label class="desk-pane">
            <span class="visually-hidden">Markdown of the lesson</span>
            <textarea
              ref={field}
              class="desk-text"
              spellcheck
              value={draft.text}
              onInput={(event) => onText(event.currentTarget.value)}
            />
          </label>
        )}
        {(isBroad || tab === 'preview') && <Preview book={book} path={place.path} text={draft.text} />}
      </div>
      <div class="desk-foot">
        <button type="button" class="button primary" disabled={!canSave} onClick={onSave}>
          {isSaving ? 'Saving…' : 'Save'}
        </button>
        <a
          class="button"
          href={bookHref(place.bookId, place.path, place.user === undefined ? {} : { view: 'mine', user: place.user })}
        >
          Close
        </a>
        {unsaved && (
          <button type="button" class="button quiet" onClick={onRevert}>
            Undo all
          </button>
        )}
        <span class="muted desk-state" role="status">
          {unsaved ? 'Not saved yet' : draft.opened ? 'Saved' : 'New'} · <Size text={draft.text} />
        </span>
      </div>
    </div>
  );
}

function Preview({ book, path, text }: { book: OpenBook; path: string; text: string }) {
  const [shown, setShown] = useState(text);
  const isLive = text.length <= LIVE_CHARS;
  useEffect(() => {
    if (!isLive) return;
    const timer = setTimeout(() => setShown(text), PREVIEW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, isLive]);
  const page = useMemo(() => <LessonMarkdown book={book} path={path} text={shown} />, [book, path, shown]);
  return (
    <section class="desk-pane desk-preview" aria-label="Preview" tabIndex={0}>
      {!isLive && shown !== text && (
        <button type="button" class="button small" onClick={() => setShown(text)}>
          Show this long text as it is now
        </button>
      )}
      {page}
    </section>
  );
}

/** Counted a moment after the last key: long texts take a while. */
function Size({ text }: { text: string }) {
  const [size, setSize] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setSize(new TextEncoder().encode(text).length), PREVIEW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <>{size === undefined ? '' : bytes(size)}</>;
}
