import type { Findings, Hit, Snippet } from '../../../engines/filesearch/engine.ts';

/** A stream that something is written to. */
export interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** What could move the cursor of a terminal, change its colours or turn the reading direction. */
// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const UNSAFE = /[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The paths as people read them on a terminal, or as programs do: one a line, or each with a NUL behind it. */
export function shownFindings(hits: readonly Hit[], output: Output, nul: boolean, env: NodeJS.ProcessEnv): string {
  if (nul) return hits.map(({ path }) => `${path}\0`).join('');
  if (!output.isTTY) return hits.map(({ path }) => `${path}\n`).join('');
  const paint = env.NO_COLOR || env.TERM === 'dumb' ? (text: string) => text : coloured;
  return hits.map((hit) => entry(hit, paint)).join('');
}

/** What a person must know before trusting the list. */
export function warnings({ complete, truncated, note }: Findings, limit: number): string {
  const incomplete = `quartet: not everything could be searched${note ? ` (${note})` : ''}; there may be more.\n`;
  const cut = `quartet: only the first ${limit} are shown; --limit shows more.\n`;
  return `${complete ? '' : incomplete}${truncated ? cut : ''}`;
}

type Paint = (text: string, colour: 'path' | 'match') => string;

function entry({ path, snippet }: Hit, paint: Paint): string {
  const line = `${paint(harmless(path), 'path')}\n`;
  return snippet === undefined ? line : `${line}    ${highlighted(snippet, paint)}\n`;
}

function highlighted({ text, start, end }: Snippet, paint: Paint): string {
  const [before, match, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)].map(harmless);
  return `${before}${paint(match ?? '', 'match')}${after}`;
}

function harmless(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function coloured(text: string, colour: 'path' | 'match'): string {
  return `\x1b[${colour === 'path' ? '35' : '1;31'}m${text}\x1b[0m`;
}
