import { mathZones } from '../math.ts';
import { flanking, isPunctuation } from './characters.ts';
import type { Token } from './inline.ts';

/** The delimiters in the text of one paragraph that would pair up into a mark. */
interface Pairs {
  readonly '*': boolean;
  readonly _: boolean;
  readonly '~': boolean;
}

/** A text and what stands around it in its paragraph. */
export interface Context {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly isInLink: boolean;
  /** Where the last `>` of the paragraph stands, counted from the start of this text. */
  readonly lastAngle: number;
}

const SPECIAL = /[\\`[\]]|\*+|_+|~+|<(?=[a-z/!?])|&(?=#?\w{1,31};)/gi;
const CANDIDATE = /[\\`[\]*_~<&!]/;
const DELIMITERS = /\*+|_+|~+/g;
const ESCAPABLE = /^[!-/:-@[-`{-~]$/;
const LINE_MARK = /^(?:[-+*](?=\s|$)|#{1,6}(?=\s|$)|>|<(?=[a-z/!?])|\[[^\]\n]{1,999}\]:|\[[ x]\](?=\s))/i;
const RULE_LINE = /^[:| \t]*[-=][-=:| \t]*$/;
const FENCE_OR_STARS = /^(?:~{3,}|(?:[*_][ \t]*){3,}$)/;
const LINE_NUMBER = /^(\d{1,9})(?=[.)](?:\s|$))/;

/** Escapes what a renderer would take for markup, and only that; formulas stay as they are. */
export function escapeText(context: Context, pairs: Pairs): string {
  const { text, after } = context;
  let escaped = '';
  let copied = 0;
  for (const [start, end] of mathZones(text)) {
    escaped += escapeStretch(copied, start, context, pairs) + text.slice(start, end);
    copied = end;
  }
  return escapeBang(escaped + escapeStretch(copied, text.length, context, pairs), after);
}

/** Escapes what would make a line a heading, a list item, a rule or the like. */
export function escapeLineStart(line: string): string {
  if (LINE_MARK.test(line) || RULE_LINE.test(line)) return `\\${line}`;
  return line.replace(LINE_NUMBER, '$1\\').replace(FENCE_OR_STARS, (marks) => marks.replace(/\S/g, '\\$&'));
}

/** Undoes `escapeLineStart` where a line does not stand on its own. */
export function unescapeLineStart(line: string): string {
  return line.replace(/^\\(?=[-+#>=:|])/, '').replace(/^(\d{1,9})\\(?=[.)])/, '$1');
}

/** Tells whether a text holds anything that `escapeText` looks at. */
export function mayNeedEscape(text: string): boolean {
  return CANDIDATE.test(text);
}

/** Finds the delimiters among the texts of a paragraph that would pair up, with each other or with real marks. */
export function findPairs(contexts: readonly (Context | undefined)[], tokens: readonly Token[]): Pairs {
  const pairs = { '*': false, _: false, '~': false };
  const opened = new Set<string>();
  let marked: ReadonlySet<string> | undefined;
  for (const context of contexts) {
    for (const { sign, opens, closes } of context ? delimitersOf(context) : []) {
      if (closes && opened.has(sign)) pairs[sign] = true;
      if (opens) opened.add(sign);
      marked ??= new Set(tokens.map(({ kind, text }) => (kind === 'open' ? text.slice(0, 1) : '')));
      if (marked.has(sign)) pairs[sign] = true;
    }
  }
  return pairs;
}

function* delimitersOf(context: Context) {
  if (!/[*_~]/.test(context.text)) return;
  const zones = mathZones(context.text);
  let zone = 0;
  for (const { 0: run, index } of context.text.matchAll(DELIMITERS)) {
    while ((zones[zone]?.[1] ?? Infinity) <= index) zone++;
    if ((zones[zone]?.[0] ?? Infinity) > index) yield { sign: run[0] as keyof Pairs, ...powersOf(run, index, context) };
  }
}

function escapeStretch(from: number, to: number, context: Context, pairs: Pairs): string {
  const { text } = context;
  return text.slice(from, to).replace(SPECIAL, (found, offset: number) => {
    const at = from + offset;
    switch (found[0]) {
      case '\\':
        return ESCAPABLE.test(text[at + 1] ?? context.after) || at + 1 === text.length ? '\\\\' : found;
      case '[':
        return context.isInLink ? '\\[' : found;
      case ']':
        return context.isInLink || text[at + 1] === '(' ? '\\]' : found;
      case '<':
        return at < context.lastAngle ? '\\<' : found;
      case '*':
      case '_':
      case '~': {
        const { opens, closes } = powersOf(found, at, context);
        return pairs[found[0]] && (opens || closes) ? found.replace(/./g, '\\$&') : found;
      }
      default:
        return `\\${found}`;
    }
  });
}

function powersOf(run: string, at: number, { text, before, after }: Context) {
  const previous = at > 0 ? charBefore(text, at) : before;
  const next = at + run.length < text.length ? charAt(text, at + run.length) : after;
  const { opens, closes } = flanking(previous, next);
  if (run[0] !== '_') return { opens, closes };
  return { opens: opens && (!closes || isPunctuation(previous)), closes: closes && (!opens || isPunctuation(next)) };
}

function escapeBang(text: string, after: string): string {
  return after === '[' && text.endsWith('!') ? `${text.slice(0, -1)}\\!` : text;
}

function charAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 32);
}

function charBefore(text: string, at: number): string {
  const isPair = at > 1 && (text.codePointAt(at - 2) ?? 0) > 0xffff;
  return text.slice(isPair ? at - 2 : at - 1, at);
}
