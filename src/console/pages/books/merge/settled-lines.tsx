import { useState } from 'preact/hooks';
import { counted } from '../../../ui/format.ts';

const WORDS = { same: '', mine: 'Your change', theirs: 'Their change', agreed: 'Both wrote the same' } as const;
/** Of lines that nobody changed, only those next to a change are of interest. */
const CONTEXT = 2;
const MOST_LINES = 400;
const LONGEST_LINE = 2000;

/** Lines of a merge that need no decision. */
export function SettledLines({ kind, lines }: { kind: keyof typeof WORDS; lines: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const hidden = lines.length - 2 * CONTEXT;
  if (kind === 'same' && hidden > 1 && !isOpen) {
    return (
      <>
        <Lines lines={lines.slice(0, CONTEXT)} />
        <button type="button" class="merge-fold" onClick={() => setIsOpen(true)}>
          {counted(hidden, 'line')} as before
        </button>
        <Lines lines={lines.slice(-CONTEXT)} />
      </>
    );
  }
  return (
    <div class={`merge-${kind}`}>
      {kind !== 'same' && (
        <p class="merge-words">
          {WORDS[kind]}
          {lines.length === 0 && ': lines were deleted'}
        </p>
      )}
      <Lines lines={lines} />
    </div>
  );
}

/** Lines of text, none of them without end. */
export function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  const shown = lines
    .slice(0, MOST_LINES)
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line));
  return (
    <pre class="lines">
      {shown.join('\n')}
      {'\n'}
      {lines.length > MOST_LINES && `… and ${counted(lines.length - MOST_LINES, 'more line', 'more lines')}`}
    </pre>
  );
}
