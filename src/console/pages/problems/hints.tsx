import { useState } from 'preact/hooks';
import { Markdown } from '../../ui/markdown.tsx';

/** Hints, each behind a button of its own. What is folded is not in the page at all. */
export function Hints({ hints }: { hints: readonly string[] }) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (at: number) => {
    const next = new Set(open);
    if (!next.delete(at)) next.add(at);
    setOpen(next);
  };
  return (
    <section class="hints" aria-labelledby="hints-title">
      <h2 id="hints-title">Hints</h2>
      <ol>
        {hints.map((hint, at) => (
          <li key={at}>
            <button
              type="button"
              class="hint-button"
              aria-expanded={open.has(at)}
              aria-controls={open.has(at) ? `hint-${at}` : undefined}
              onClick={() => toggle(at)}
            >
              Hint {at + 1}
              {hints.length > 1 && ` of ${hints.length}`}
            </button>
            {open.has(at) && (
              <div id={`hint-${at}`} class="hint-text">
                <Markdown text={hint} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
