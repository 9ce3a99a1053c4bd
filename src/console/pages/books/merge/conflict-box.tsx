import { useId, useRef } from 'preact/hooks';
import type { Choice, Conflict } from './merge.ts';
import { Lines } from './settled-lines.tsx';

interface ConflictBoxProps {
  readonly conflict: Conflict;
  readonly number: number;
  readonly total: number;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

const CHOICES = [
  ['mine', 'Take mine'],
  ['theirs', 'Take theirs'],
  ['both', 'Take both'],
  ['hand', 'Edit by hand'],
] as const;

/** A place that both have changed: the sides beside each other, and what to make of them. */
export function ConflictBox({ conflict, number, total, choice, onChoose }: ConflictBoxProps) {
  const id = useId();
  const { base, mine, theirs } = conflict;
  const active = typeof choice === 'object' ? 'hand' : choice;
  // What was written by hand is still there when one comes back to it.
  const written = useRef(typeof choice === 'object' ? choice.text : undefined);
  const choose = (kind: (typeof CHOICES)[number][0]) =>
    onChoose(kind === 'hand' ? { text: written.current ?? startOf(conflict, choice) } : kind);
  const write = (text: string) => {
    written.current = text;
    onChoose({ text });
  };
  return (
    <fieldset class={`conflict ${choice === undefined ? '' : 'is-decided'}`}>
      <legend>
        Both changed this ({number} of {total})
      </legend>
      <div class="conflict-sides">
        <Side title="Yours" lines={mine} isTaken={active === 'mine' || active === 'both'} />
        <Side title="Theirs" lines={theirs} isTaken={active === 'theirs' || active === 'both'} />
      </div>
      {base.some((line) => line !== '') && (
        <details>
          <summary>Before both changes</summary>
          <Lines lines={base} />
        </details>
      )}
      <div class="conflict-choices">
        {CHOICES.map(([kind, label]) => (
          <label key={kind} class="conflict-choice">
            <input type="radio" name={id} checked={active === kind} onChange={() => choose(kind)} /> {label}
          </label>
        ))}
      </div>
      {typeof choice === 'object' && (
        <label class="field">
          <span>What it should say</span>
          <textarea
            value={choice.text}
            rows={Math.min(14, choice.text.split('\n').length + 1)}
            onInput={(event) => write(event.currentTarget.value)}
          />
        </label>
      )}
    </fieldset>
  );
}

function Side({ title, lines, isTaken }: { title: string; lines: readonly string[]; isTaken: boolean }) {
  return (
    <div class={`conflict-side ${isTaken ? 'is-taken' : ''}`}>
      <p class="merge-words">
        {title}
        {isTaken && <span class="badge badge-ok">taken</span>}
      </p>
      {lines.length === 0 ? <p class="muted">Deleted</p> : <Lines lines={lines} />}
    </div>
  );
}

/** One edits what was taken so far, or both. */
function startOf({ mine, theirs }: Conflict, choice: Choice | undefined): string {
  if (choice === 'mine') return mine.join('\n');
  return (choice === 'theirs' ? theirs : [...mine, ...theirs]).join('\n');
}
