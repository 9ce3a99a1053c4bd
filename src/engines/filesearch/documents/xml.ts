import { decodeEntities } from './entities.ts';

/** What a walk over XML meets. Names come without their namespace prefix. */
export interface XmlVisitor {
  open?(name: string, attribute: (name: string) => string | undefined): void;
  /** Also called for an element without content. */
  close?(name: string): void;
  text?(text: string): void;
}

/**
 * Walks XML from front to back, each character once, without a stack: nesting costs nothing, and broken markup is read as far
 * as it goes. Does not look at DTDs. By hand, because htmlparser2 takes 1.7 times as long for a Word document, and quadratic time
 * for elements nested a million deep.
 */
export function walkXml(xml: string, visitor: XmlVisitor): void {
  for (let at = 0; at < xml.length; ) {
    const tag = xml.indexOf('<', at);
    const textEnd = tag === -1 ? xml.length : tag;
    if (textEnd > at && visitor.text) visitor.text(decodeEntities(xml.slice(at, textEnd)));
    if (tag === -1) return;
    at = afterMarkup(xml, tag, visitor);
  }
}

function afterMarkup(xml: string, tag: number, visitor: XmlVisitor): number {
  if (xml.startsWith('<!--', tag)) return after(xml, '-->', tag + 4);
  if (xml.startsWith('<![CDATA[', tag)) {
    const end = after(xml, ']]>', tag + 9);
    visitor.text?.(xml.slice(tag + 9, end - 3));
    return end;
  }
  if (xml[tag + 1] === '?') return after(xml, '?>', tag + 2);
  if (xml[tag + 1] === '!') return afterDeclaration(xml, tag + 2);
  const end = tagEnd(xml, tag + 1);
  if (end === -1) return xml.length;
  if (xml[tag + 1] === '/') {
    visitor.close?.(nameAt(xml, tag + 2, end));
  } else {
    const name = nameAt(xml, tag + 1, end);
    visitor.open?.(name, (wanted) => attributeOf(xml.slice(tag + 1, end), wanted));
    if (xml[end - 1] === '/') visitor.close?.(name);
  }
  return end + 1;
}

function after(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from);
  return found === -1 ? xml.length : found + mark.length;
}

/** Past a DOCTYPE with all that it declares between brackets. */
function afterDeclaration(xml: string, from: number): number {
  let brackets = 0;
  for (let at = from; at < xml.length; at++) {
    const character = xml[at];
    if (character === '"' || character === "'") {
      at = xml.indexOf(character, at + 1);
      if (at === -1) return xml.length;
    } else if (character === '[') brackets++;
    else if (character === ']') brackets--;
    else if (character === '>' && brackets <= 0) return at + 1;
  }
  return xml.length;
}

/** Where a tag's `>` stands; those within quotes do not count. */
function tagEnd(xml: string, from: number): number {
  for (let at = from; ; ) {
    const end = xml.indexOf('>', at);
    if (end === -1) return -1;
    const open = openQuote(xml, at, end);
    if (open === '') return end;
    const closing = xml.indexOf(open, end + 1);
    if (closing === -1) return -1;
    at = closing + 1;
  }
}

/** The quote that is still open at `end`, if any. */
function openQuote(xml: string, from: number, end: number): string {
  let open = '';
  for (let at = from; at < end; at++) {
    const character = xml[at] as string;
    if (open === '' && (character === '"' || character === "'")) open = character;
    else if (character === open) open = '';
  }
  return open;
}

function nameAt(xml: string, from: number, end: number): string {
  let to = from;
  let start = from;
  for (; to < end && !isNameEnd(xml.charCodeAt(to)); to++) if (xml[to] === ':') start = to + 1;
  return xml.slice(start, to);
}

/** White space, or the slash of `<name/>`. */
function isNameEnd(code: number): boolean {
  return code <= 0x20 || code === 0x2f;
}

/** No regular expression: on a tag that is one long word, looking for names with one takes quadratic time. */
function attributeOf(tag: string, wanted: string): string | undefined {
  for (let at = 0; ; ) {
    const equals = tag.indexOf('=', at);
    if (equals === -1) return undefined;
    const name = tag.slice(at, equals).trim();
    let open = equals + 1;
    while (open < tag.length && tag.charCodeAt(open) <= 0x20) open++;
    const quote = tag[open];
    const close = quote === '"' || quote === "'" ? tag.indexOf(quote, open + 1) : -1;
    if (close === -1) return undefined;
    if (isNamed(name, wanted)) return decodeEntities(tag.slice(open + 1, close));
    at = close + 1;
  }
}

/** The first name of a tag comes with the element's own name before it. */
function isNamed(written: string, wanted: string): boolean {
  if (!written.endsWith(wanted)) return false;
  const before = written.charCodeAt(written.length - wanted.length - 1);
  return Number.isNaN(before) || before <= 0x20 || before === 0x3a;
}
