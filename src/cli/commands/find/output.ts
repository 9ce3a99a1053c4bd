import type { Findings, Hit, Snippet } from '../../../engines/filesearch/engine.ts';
import { harmless } from '../../../lib/harmless.ts';
import { type Screen, screenOf } from '../../terminal/screen.ts';
import { paintLine, plain, type Span, wrapSpans } from '../../terminal/spans.ts';

/** A stream that something is written to. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The paths as people read them on a terminal, or as programs do: one a line, or each with a NUL behind it. */
export function shownFindings(hits: readonly Hit[], output: Output, nul: boolean, env: NodeJS.ProcessEnv): string {
  if (nul) return hits.map(({ path }) => `${path}\0`).join('');
  const screen = screenOf(output, env);
  if (screen === undefined) return hits.map(({ path }) => `${path}\n`).join('');
  return hits.map((hit) => entry(hit, screen)).join('');
}

/** What a person must know before trusting the list. */
export function warnings({ complete, truncated, note }: Findings, limit: number): string {
  const incomplete = `quartet: not everything could be searched${note ? ` (${note})` : ''}; there may be more.\n`;
  const cut = `quartet: only the first ${limit} are shown; --limit shows more.\n`;
  return `${complete ? '' : incomplete}${truncated ? cut : ''}`;
}

const INDENT = '    ';

function entry({ path, snippet }: Hit, { columns, paint }: Screen): string {
  const line = `${paint(harmless(path), 'magenta')}\n`;
  if (snippet === undefined) return line;
  const passage = wrapSpans(highlighted(snippet), columns - INDENT.length);
  return `${line}${passage.map((spans) => `${INDENT}${paintLine(spans, paint)}\n`).join('')}`;
}

function highlighted({ text, start, end }: Snippet): Span[] {
  const [before = '', match = '', after = ''] = [text.slice(0, start), text.slice(start, end), text.slice(end)].map(
    harmless,
  );
  return [plain(before), plain(match, 'match'), plain(after)];
}
