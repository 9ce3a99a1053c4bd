import { firstOf, lastOf } from './characters.ts';
import { edgeOf } from './delimiters.ts';
import { settleEmphasis } from './emphasis.ts';
import { type Context, escapeLineStart, escapeText, findPairs, mayNeedEscape } from './escape.ts';
import type { Token } from './inline.ts';

/** Writes a paragraph as lines of Markdown. */
export function renderParagraph(tokens: readonly Token[]): string[] {
  return render(tokens).map(({ line, startsWithText }) => (startsWithText ? escapeLineStart(line) : line));
}

/** Writes a paragraph as the one line of a heading. */
export function renderHeading(tokens: readonly Token[]): string {
  const text = render(tokens)
    .map(({ line }) => line)
    .join(' ');
  // A heading may end in a row of `#` that nobody sees.
  return text.replace(/(?<=^|\s)#(?=#*$)/, '\\#');
}

/** Writes a code span, its delimiters longer than any run of backticks in it. */
function codeSpan(code: string): string {
  const delimiter = '`'.repeat(longestRun(code) + 1);
  const padding = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return delimiter + padding + code + padding + delimiter;
}

/** The length of the longest run of backticks in a text. */
export function longestRun(text: string): number {
  let longest = 0;
  if (!text.includes('`')) return longest;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

interface Line {
  line: string;
  readonly startsWithText: boolean;
}

function render(unsettled: readonly Token[]): readonly Line[] {
  const tokens = settleEmphasis(unsettled);
  const contexts = contextsOf(tokens);
  const pairs = findPairs(contexts, tokens);
  const lines: Line[] = [];
  let current: Line | undefined;
  for (const [place, token] of tokens.entries()) {
    if (token.kind === 'break') {
      current = undefined;
      continue;
    }
    if (!current) {
      current = { line: '', startsWithText: token.kind === 'text' };
      lines.push(current);
    }
    const context = contexts[place];
    if (context) current.line += escapeText(context, pairs);
    else current.line += token.kind === 'code' ? codeSpan(token.text) : token.text;
  }
  for (const line of lines) line.line = line.line.trimEnd();
  return lines;
}

/** For each text that may need an escape, what stands around it. */
function contextsOf(tokens: readonly Token[]): readonly (Context | undefined)[] {
  let angled: number | undefined;
  let isInLink = false;
  return tokens.map(({ kind, text }, place) => {
    if (kind === 'open' && text === '[') isInLink = true;
    if (kind === 'close' && text.startsWith(']')) isInLink = false;
    if (kind !== 'text' || !mayNeedEscape(text)) return undefined;
    angled ??= tokens.findLastIndex((token) => token.text.includes('>'));
    const lastAngle = angled > place ? Infinity : text.lastIndexOf('>');
    return {
      text,
      before: edgeOf(tokens[place - 1], lastOf),
      after: edgeOf(tokens[place + 1], firstOf),
      isInLink,
      lastAngle,
    };
  });
}
