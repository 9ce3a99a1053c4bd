import type { RefObject } from 'preact';
import { LIST_ID, optionId } from './result-list.tsx';

interface SearchFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly active: number;
  readonly hits: number;
  readonly busy: boolean;
  readonly onText: (text: string) => void;
  readonly onMove: (step: number) => void;
  readonly onOpen: () => void;
}

const PAGE = 8;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };

/** The one field. It keeps the focus while the keys move through the list below. */
export function SearchField({ field, text, active, hits, busy, onText, onMove, onOpen }: SearchFieldProps) {
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (step !== undefined) onMove(step);
    else if (event.key === 'Enter') onOpen();
    else return;
    event.preventDefault();
  };
  return (
    <div class={busy ? 'files-field is-busy' : 'files-field'}>
      <label class="visually-hidden" for="files-text">
        Search in names and contents
      </label>
      <input
        id="files-text"
        ref={field}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={hits > 0}
        aria-controls={LIST_ID}
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
        placeholder="Search in names and contents"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        maxLength={500}
        value={text}
        onInput={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <span class="spinner" aria-hidden="true" />
      <kbd class="files-slash" aria-hidden="true">
        /
      </kbd>
    </div>
  );
}
