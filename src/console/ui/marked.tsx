import { findMatches, partsOf } from './find-matches.ts';
import { visible } from './visible.ts';

/** A text with what was looked for marked in it. */
export function Marked({ text, query }: { text: string; query: string }) {
  return (
    <>
      {partsOf(text, findMatches(text, query)).map((part, at) =>
        part.match ? <mark key={at}>{visible(part.text)}</mark> : visible(part.text),
      )}
    </>
  );
}
