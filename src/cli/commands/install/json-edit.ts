import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
  type SyntaxKind,
} from 'jsonc-parser';
import { BrokenConfig } from './problem.ts';

// Its enumeration is a const one, which is not there when files are compiled one by one.
const COMMA = 5 as SyntaxKind;
const LINE_COMMENT = 12 as SyntaxKind;
const BLOCK_COMMENT = 13 as SyntaxKind;
const LINE_BREAK = 14 as SyntaxKind;

/** The value of a JSON text with comments; an empty text is an empty object. */
export function parseJsonConfig(text: string): unknown {
  const root = treeOf(text);
  return root === undefined ? {} : getNodeValue(root);
}

/** The text with an entry set in a section; all else stays as it is, byte by byte. */
export function setJsonEntry(text: string, section: string, name: string, value: object): string {
  const root = treeOf(text);
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  if (root === undefined) {
    const start = text.trim() === '' ? '' : text.replace(/[\r\n]*$/, eol);
    return `${start}${pretty({ [section]: { [name]: value } }, { eol, unit: '  ', indent: '' })}${eol}`;
  }
  const unit = indentUnit(text, root);
  const servers = propertyOf(root, section);
  if (servers === undefined) return inserted(text, root, section, { [name]: value }, { eol, unit });
  const object = valueOf(servers);
  if (object?.type !== 'object') throw problemAt(text, servers.offset, `"${section}" is not an object`);
  const old = propertyOf(object, name);
  const oldValue = old && valueOf(old);
  if (!old || !oldValue) return inserted(text, object, name, value, { eol, unit });
  const isOneLine = !/[\r\n]/.test(text.slice(object.offset, object.offset + object.length));
  const written = isOneLine ? JSON.stringify(value) : pretty(value, { eol, unit, indent: indentAt(text, old.offset) });
  return spliced(text, oldValue.offset, oldValue.offset + oldValue.length, written);
}

/** The text without an entry of a section, and without the section when it is to go with its last entry. */
export function removeJsonEntry(text: string, section: string, name: string, dropSection: boolean): string {
  const root = treeOf(text);
  const servers = root && propertyOf(root, section);
  const object = servers && valueOf(servers);
  const entry = object?.type === 'object' ? propertyOf(object, name) : undefined;
  if (!root || !object || !entry) return text;
  if (dropSection && object.children?.length === 1) return removed(text, root, servers);
  return removed(text, object, entry);
}

interface Style {
  readonly eol: string;
  /** One step of indentation. */
  readonly unit: string;
}

/** With a property at the end of an object, behind the comments that belong to the one before. */
function inserted(text: string, object: Node, name: string, value: object, { eol, unit }: Style): string {
  const [first] = object.children ?? [];
  const outer = indentAt(text, object.offset);
  const close = object.offset + object.length - 1;
  const property = (indent: string) => `${JSON.stringify(name)}: ${pretty(value, { eol, unit, indent })}`;
  if (first === undefined) {
    const comments = text.slice(object.offset + 1, close).trimEnd();
    const body = `${eol}${outer}${unit}${property(outer + unit)}${eol}${outer}`;
    return spliced(text, object.offset + 1, close, comments + body);
  }
  const { end, comma, point, isLineComment } = endOfLast(text, object);
  const hasLines = /[\r\n]/.test(text.slice(object.offset, first.offset));
  const indent = hasLines ? indentAt(text, first.offset) : outer + unit;
  const isTight = !/\s/.test(text.slice(object.offset + 1, close).replaceAll(/"(?:[^"\\]|\\.)*"/g, ''));
  const compact = `${JSON.stringify(name)}:${isTight ? '' : ' '}${JSON.stringify(value)}`;
  const onOwnLine = hasLines || isLineComment;
  const written = onOwnLine ? `${eol}${indent}${property(indent)}` : `${isTight ? '' : ' '}${compact}`;
  if (comma !== undefined) return spliced(text, point, point, `${written},`);
  return spliced(text, end, point, `,${text.slice(end, point)}${written}`);
}

function removed(text: string, object: Node, property: Node): string {
  const children = object.children ?? [];
  const before = children[children.indexOf(property) - 1];
  const end = property.offset + property.length;
  const comma = commaBehind(text, end, object.offset + object.length - 1);
  const lead = /[ \t]*$/.exec(text.slice(0, property.offset))?.[0].length ?? 0;
  const until = comma === undefined ? end : comma + 1;
  // Its line goes only if nothing else is on it: what follows must not get into a comment before it.
  const isAlone = /^[ \t]*(?:[\r\n]|\/\/)/.test(text.slice(until));
  const lineBreak = isAlone ? (/\r?\n$|\r$/.exec(text.slice(0, property.offset - lead))?.[0].length ?? 0) : 0;
  const from = property.offset - lead - lineBreak;
  // In one line the blank behind goes, between lines the one before.
  const trail = lineBreak > 0 ? 0 : (/^[ \t]*/.exec(text.slice(until))?.[0].length ?? 0);
  const isLast = children.at(-1) === property;
  const start = lineBreak > 0 || (isLast && before) ? from : property.offset;
  const rest = spliced(text, start, until + (isLast ? 0 : trail), '');
  if (children.length === 1) return emptied(rest, object, rest.length - text.length);
  const stale = comma === undefined && before ? commaBehind(rest, before.offset + before.length, start) : undefined;
  return stale === undefined ? rest : spliced(rest, stale, stale + 1, '');
}

/** An object that has lost its only property: nothing but comments stays in it. */
function emptied(text: string, { offset, length }: Node, shrunk: number): string {
  const close = offset + length - 1 + shrunk;
  return text.slice(offset + 1, close).trim() === '' ? spliced(text, offset + 1, close, '') : text;
}

/** Where the last property of an object ends, its comma if there is one, and where the comments behind it on its line end. */
function endOfLast(text: string, object: Node) {
  const last = object.children?.at(-1) ?? object;
  const end = last.offset + last.length;
  let comma: number | undefined;
  let point = end;
  let isLineComment = false;
  let isSameLine = true;
  for (const { kind, offset, until } of tokens(text, end, object.offset + object.length - 1)) {
    if (kind === COMMA) comma = offset;
    isSameLine = kind === COMMA || (isSameLine && kind !== LINE_BREAK);
    if (kind === COMMA || (isSameLine && (kind === LINE_COMMENT || kind === BLOCK_COMMENT))) {
      point = until;
      isLineComment = kind === LINE_COMMENT;
    }
  }
  return { end, comma, point, isLineComment };
}

function commaBehind(text: string, start: number, end: number): number | undefined {
  for (const { kind, offset } of tokens(text, start, end)) {
    if (kind === COMMA) return offset;
    if (kind < LINE_COMMENT) return undefined;
  }
  return undefined;
}

function* tokens(text: string, start: number, end: number) {
  const scanner = createScanner(text, false);
  scanner.setPosition(start);
  for (let kind = scanner.scan(); scanner.getTokenOffset() < end; kind = scanner.scan()) {
    const offset = scanner.getTokenOffset();
    yield { kind, offset, until: offset + scanner.getTokenLength() };
  }
}

function pretty(value: unknown, { eol, unit, indent }: Style & { readonly indent: string }): string {
  return JSON.stringify(value, undefined, unit).replaceAll('\n', eol + indent);
}

function indentUnit(text: string, root: Node): string {
  const [first] = root.children ?? [];
  const indent = first && /[\r\n]/.test(text.slice(root.offset, first.offset)) ? indentAt(text, first.offset) : '';
  return indent.slice(indentAt(text, root.offset).length) || '  ';
}

/** The blanks at the beginning of the line of a position. */
function indentAt(text: string, offset: number): string {
  const line = /[^\r\n]*$/.exec(text.slice(0, offset))?.[0] ?? '';
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** Of several properties with one name the last counts, as everywhere. */
function propertyOf(object: Node, name: string): Node | undefined {
  return object.children?.findLast(({ children }) => children?.[0]?.value === name);
}

function valueOf(property: Node): Node | undefined {
  return property.children?.[1];
}

function treeOf(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first) throw problemAt(text, first.offset, inWords(printParseErrorCode(first.error)));
  if (root && root.type !== 'object') throw problemAt(text, root.offset, 'the file does not hold an object');
  return root;
}

/** The parser's names for errors, `CommaExpected`, as words. */
function inWords(code: string): string {
  return code.replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}

function problemAt(text: string, offset: number, reason: string): BrokenConfig {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return new BrokenConfig(reason, lines.length, (lines.at(-1)?.length ?? 0) + 1);
}

function spliced(text: string, start: number, end: number, middle: string): string {
  return text.slice(0, start) + middle + text.slice(end);
}
