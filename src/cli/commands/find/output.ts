import type { Findings, Hit, Snippet } from '../../../engines/filesearch/engine.ts';
import { harmless } from '../../../lib/harmless.ts';
import { showsColours } from '../../terminal/colours.ts';

/** A stream that something is written to. */
export interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** The paths as people read them on a terminal, or as programs do: one a line, or each with a NUL behind it. */
export function shownFindings(hits: readonly Hit[], output: Output, nul: boolean, env: NodeJS.ProcessEnv): string {
  if (nul) return hits.map(({ path }) => `${path}\0`).join('');
  if (!output.isTTY) return hits.map(({ path }) => `${path}\n`).join('');
  const paint = showsColours(env) ? coloured : (text: string) => text;
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

function coloured(text: string, colour: 'path' | 'match'): string {
  return `\x1b[${colour === 'path' ? '35' : '1;31'}m${text}\x1b[0m`;
}
