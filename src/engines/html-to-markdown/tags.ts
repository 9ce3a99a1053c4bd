/** One tag as it stands in a text: `[start, end)` covers both angle brackets. */
export interface TagSpan {
  readonly name: string;
  readonly closing: boolean;
  readonly start: number;
  readonly end: number;
}

// Neither names nor bare values hold quotes or `<`: that keeps scanning a text full of broken tags linear.
const ATTRIBUTE = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+))?/y;
const ENDING = /["']?[\s/]*>/y;

const BARE_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'async autoplay border checked class compact controls defer disabled draggable hidden href id inert itemscope loop ' +
    'muted name noshade nowrap open readonly required reversed selected style'
  ).split(' '),
);

/** Reads the tag that starts at a `<`; `a<p and p>q` has no tag, for no real one has only such attributes. */
export function readTag(text: string, start: number): TagSpan | undefined {
  const closing = text[start + 1] === '/';
  const from = start + (closing ? 2 : 1);
  const at = nameEnd(text, from);
  if (at === from) return undefined;
  const end = text[at] === '>' ? at + 1 : attributesEnd(text, at);
  return end < 0 ? undefined : { name: text.slice(from, at).toLowerCase(), closing, start, end };
}

function nameEnd(text: string, from: number): number {
  let at = from;
  while (isNamePart(text.charCodeAt(at), at === from)) at++;
  return at;
}

function isNamePart(code: number, isFirst: boolean): boolean {
  const letter = code | 0x20;
  if (letter >= 0x61 && letter <= 0x7a) return true;
  return !isFirst && ((code >= 0x30 && code <= 0x3a) || code === 0x2d);
}

function attributesEnd(text: string, from: number): number {
  if (!/[\s/]/.test(text[from] ?? '')) return -1;
  let at = from;
  let valued = false;
  let strange = false;
  for (;;) {
    ENDING.lastIndex = at;
    if (ENDING.test(text)) return strange && !valued ? -1 : ENDING.lastIndex;
    ATTRIBUTE.lastIndex = at;
    const attribute = ATTRIBUTE.exec(text);
    if (!attribute) return -1;
    at = ATTRIBUTE.lastIndex;
    if (attribute[2] !== undefined) valued = true;
    else strange ||= !isBareAttribute(attribute[1] ?? '');
  }
}

function isBareAttribute(name: string): boolean {
  return name.includes('-') || BARE_ATTRIBUTES.has(name.toLowerCase());
}
