import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { shownText } from './text-lines.ts';

interface PreviewTextProps {
  readonly content: string;
  readonly query: string;
  readonly line: number | undefined;
  /** Whether the server has sent the beginning only. */
  readonly truncated: boolean;
}

/** A text with its line numbers, at the place where it holds what was looked for. */
export function PreviewText({ content, query, line, truncated }: PreviewTextProps) {
  const shown = useMemo(() => shownText(content, query, line), [content, query, line]);
  const [current, setCurrent] = useState(shown.first);
  const box = useRef<HTMLPreElement>(null);
  useEffect(() => setCurrent(shown.first), [shown]);
  useEffect(() => {
    const mark = box.current?.querySelector<HTMLElement>('mark[data-current]');
    if (!box.current || !mark) return;
    const distance = mark.getBoundingClientRect().top - box.current.getBoundingClientRect().top;
    box.current.scrollTop += distance - box.current.clientHeight / 3;
  }, [shown, current]);
  const isCut = truncated || shown.cut;
  const behind = !isCut ? 'No match in its text' : whereElse(line, shown.lines.at(-1)?.number ?? 1);
  return (
    <>
      <div class="preview-bar">
        <span aria-live="polite">{query.trim() === '' ? '' : told(shown.matches, current, behind)}</span>
        {shown.matches > 1 && (
          <span class="preview-steps">
            <Step label="Previous match" sign="↑" onStep={() => setCurrent(stepped(current, -1, shown.matches))} />
            <Step label="Next match" sign="↓" onStep={() => setCurrent(stepped(current, 1, shown.matches))} />
          </span>
        )}
      </div>
      <pre class="preview-text" ref={box} tabIndex={0} aria-label="Text of the file" role="region">
        {shown.lines.map(({ number, parts }) => (
          <span key={number} class="text-line" data-number={number}>
            {parts.map(({ text, match }, at) =>
              match === undefined ? (
                text
              ) : (
                <mark key={at} data-current={match === current ? '' : undefined}>
                  {text}
                </mark>
              ),
            )}
            {'\n'}
          </span>
        ))}
      </pre>
      {isCut && (
        <p class="muted small">
          {truncated ? 'Only the beginning of this file is shown.' : 'Only the part around the match is shown.'}
        </p>
      )}
    </>
  );
}

function Step({ label, sign, onStep }: { label: string; sign: string; onStep: () => void }) {
  return (
    <button type="button" class="button small" aria-label={label} onClick={onStep}>
      {sign}
    </button>
  );
}

function told(matches: number, current: number, none: string): string {
  return matches > 0 ? `Match ${current + 1} of ${matches.toLocaleString('en')}` : none;
}

/** Only a part of the text is here, and what was looked for is not in it. */
function whereElse(line: number | undefined, last: number): string {
  const isKnown = line !== undefined && line > last;
  return isKnown ? `The match is further down, in line ${line}` : 'No match in the part that is shown';
}

const stepped = (from: number, step: number, count: number) => (from + step + count) % count;
