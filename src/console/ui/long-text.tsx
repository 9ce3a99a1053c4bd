import { useState } from 'preact/hooks';
import { Code } from './code.tsx';
import { bytes } from './format.ts';

const STEP_CHARS = 50_000;

/** A text of any length, a part at a time: the page stays quick. */
export function LongText({ text, language }: { text: string; language?: string }) {
  const [shown, setShown] = useState(STEP_CHARS);
  const left = text.length - shown;
  return (
    <>
      <div class="long-text">
        <Code text={left > 0 ? text.slice(0, shown) : text} language={language} />
      </div>
      {left > 0 && (
        <p class="long-text-more">
          <button type="button" class="button small" onClick={() => setShown(shown + 4 * STEP_CHARS)}>
            Show more
          </button>{' '}
          <span class="muted">{bytes(left)} are not shown.</span>
        </p>
      )}
    </>
  );
}
