import { useRef, useState } from 'preact/hooks';
import { useServer } from '../../../server.tsx';
import { ErrorNotice, Notice } from '../../../ui/notice.tsx';
import { MergeView } from '../merge/merge-view.tsx';
import type { OpenBook } from '../model/open-book.ts';
import { bookHref } from '../model/places.ts';
import { type Draft, drafts, isUnsaved } from './drafts.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { type LessonPlace, type SaveOutcome, saveLesson } from './save.ts';
import { WritingDesk } from './writing-desk.tsx';

type Said = { readonly kind: 'saved' | 'gone' } | { readonly kind: 'failed'; readonly error: unknown };

interface EditorFormProps {
  readonly book: OpenBook;
  readonly place: LessonPlace;
  readonly first: Draft;
  readonly draftKey: string;
}

/** The text of a lesson in the making: written, saved and, after a race that was lost, merged. */
export function EditorForm({ book, place, first, draftKey }: EditorFormProps) {
  const { client } = useServer();
  const [draft, setDraft] = useState(first);
  const latest = useRef(first);
  const [isSaving, setIsSaving] = useState(false);
  const [said, setSaid] = useState<Said>();

  const change = (next: Draft) => {
    latest.current = next;
    setDraft(next);
    drafts.keep(draftKey, next);
  };
  const save = async (text: string, opened: Draft['opened'], onEnd: (outcome: SaveOutcome, now: Draft) => Draft) => {
    if (isSaving) return;
    setIsSaving(true);
    setSaid(undefined);
    try {
      const outcome = await saveLesson(client, place, text, opened);
      change(onEnd(outcome, latest.current));
      if (outcome.kind !== 'conflict') setSaid({ kind: outcome.kind });
    } catch (error) {
      setSaid({ kind: 'failed', error });
    }
    setIsSaving(false);
  };
  const saveDraft = () => void save(draft.text, draft.opened, afterSaving);
  const saveMerged = (text: string) => void save(text, draft.merging?.theirs, afterMerging(text));
  const revert = () => change({ ...draft, text: draft.opened?.text ?? draft.start, merging: undefined });
  const unsaved = isUnsaved(draft);

  return (
    <section class="editor" aria-label="Editor">
      <p class="editor-path">
        <code>{place.path}</code>
        {place.user !== undefined && <span class="badge">own version of {place.user}</span>}
        {draft.opened === undefined && <span class="badge">new</span>}
      </p>
      <div aria-live="polite">
        {said?.kind === 'failed' && <ErrorNotice error={said.error} />}
        {said?.kind === 'gone' && (
          <Notice kind="warning">
            It was deleted while you were writing. Your text is still here: save again to put it back as a new file.
          </Notice>
        )}
        {said?.kind === 'saved' && !unsaved && (
          <Notice kind="success">
            <span>
              Saved. <a href={bookHref(place.bookId, place.path, viewOf(place))}>Look at it</a>
            </span>
          </Notice>
        )}
      </div>
      {draft.merging ? (
        <MergeView
          merging={draft.merging}
          isSaving={isSaving}
          onChange={(choices) => draft.merging && change({ ...draft, merging: { ...draft.merging, choices } })}
          onSave={saveMerged}
          onEdit={(text) => change({ ...draft, opened: draft.merging?.theirs, text, merging: undefined })}
          onBack={() => change({ ...draft, text: draft.merging?.mine ?? draft.text, merging: undefined })}
        />
      ) : (
        <WritingDesk
          book={book}
          place={place}
          draft={draft}
          isSaving={isSaving}
          onText={(text) => change({ ...latest.current, text })}
          onSave={saveDraft}
          onRevert={revert}
        />
      )}
      <LeaveGuard isOn={unsaved} isSaving={isSaving} onDiscard={revert} />
    </section>
  );
}

/** What is typed while the text is on its way stays in the editor. */
function afterSaving(outcome: SaveOutcome, now: Draft): Draft {
  if (outcome.kind === 'saved') return { ...now, opened: outcome.version };
  if (outcome.kind === 'gone') return { ...now, opened: undefined, start: '' };
  const { theirs } = outcome;
  return { ...now, merging: { base: now.opened?.text ?? '', mine: now.text, theirs, choices: new Map() } };
}

/** A second race that was lost starts over with what was merged: it came from the version that was theirs before. */
function afterMerging(text: string) {
  return (outcome: SaveOutcome, now: Draft): Draft => {
    if (outcome.kind === 'saved') return { ...now, opened: outcome.version, text, merging: undefined };
    if (outcome.kind === 'gone') return { ...now, opened: undefined, start: '', text, merging: undefined };
    const base = now.merging?.theirs.text ?? '';
    return { ...now, text, merging: { base, mine: text, theirs: outcome.theirs, choices: new Map() } };
  };
}

function viewOf({ user }: LessonPlace): Record<string, string> {
  return user === undefined ? {} : { view: 'mine', user };
}
