import { useState } from 'preact/hooks';
import { cellWords } from './cell-words.ts';
import type { Cell } from './picture-cells.ts';

interface ItemCellsProps {
  readonly picture: string;
  readonly cells: readonly Cell[];
}

/** The item position by position: above each the symbol that made it, and why on request. */
export function ItemCells({ picture, cells }: ItemCellsProps) {
  const [chosen, setChosen] = useState<number>();
  const [pointed, setPointed] = useState<number>();
  const at = Math.min(pointed ?? chosen ?? -1, cells.length - 1);
  const active = cells[at];
  const onKey = (event: KeyboardEvent) => {
    const next = nextOf(event.key, Math.min(chosen ?? 0, cells.length - 1), cells.length);
    if (next === undefined) return;
    event.preventDefault();
    (event.currentTarget as HTMLElement).querySelectorAll('button')[next]?.focus();
  };
  return (
    <>
      <div
        class="cells"
        role="group"
        aria-label="The item, position by position"
        onKeyDown={onKey}
        onMouseLeave={() => setPointed(undefined)}
      >
        {cells.map((cell, index) => (
          <button
            key={index}
            type="button"
            class={`cell cell-${cell.fate.replace(' ', '-')} ${index === at ? 'cell-active' : ''}`}
            tabIndex={index === Math.min(chosen ?? 0, cells.length - 1) ? 0 : -1}
            aria-label={labelOf(cell, picture)}
            onFocus={() => setChosen(index)}
            onClick={() => setChosen(index)}
            onMouseEnter={() => setPointed(index)}
          >
            <span class="cell-symbol">{cell.slot.spelled}</span>
            <span class="cell-character">{cell.character}</span>
          </button>
        ))}
      </div>
      <div class="cell-words">
        {active === undefined ? (
          <p class="muted">Point at a position, or walk along with the arrow keys, to see what made it.</p>
        ) : (
          <Words cell={active} picture={picture} />
        )}
      </div>
    </>
  );
}

function Words({ cell, picture }: { cell: Cell; picture: string }) {
  const { title, words } = cellWords(cell, picture);
  const { at, spelled } = cell.slot;
  const end = at + spelled.length;
  return (
    <p>
      <code class="picture-text">
        {picture.slice(0, at)}
        <mark>{picture.slice(at, end)}</mark>
        {picture.slice(end)}
      </code>
      <strong>{title}.</strong> {words}
    </p>
  );
}

function labelOf(cell: Cell, picture: string): string {
  const { title, words } = cellWords(cell, picture);
  const what =
    cell.position === 0 ? 'No position' : `Position ${cell.position}: ${SPOKEN[cell.character] ?? cell.character}`;
  return `${what}, from ${cell.slot.spelled}. ${title}. ${words}`;
}

const SPOKEN: Readonly<Record<string, string>> = {
  ' ': 'blank',
  '*': 'asterisk',
  '-': 'minus',
  ',': 'comma',
  '.': 'point',
};

function nextOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return Math.min(at + 1, count - 1);
  if (key === 'ArrowLeft') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
