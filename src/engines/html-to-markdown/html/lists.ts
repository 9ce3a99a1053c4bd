import { block, strongBlock } from './blocks.ts';
import type { Document, Enter } from './document.ts';
import type { List } from './open-blocks.ts';

/** An open list. */
const MAX_NUMBER = 999_999_999;

function list(ordered: boolean): Enter {
  return (doc, { start }) => {
    doc.endBlock();
    if (doc.captures.length > 0) return block(doc, {});
    const opened = newList(doc, ordered, numberFrom(start) ?? 1);
    doc.lists.push(opened);
    return () => {
      doc.endBlock();
      doc.lists.pop();
      if (opened.hasItems) doc.writer.lastList = { line: doc.writer.lines.length, marker: opened.marker };
    };
  };
}

const item: Enter = (doc, { value }) => {
  doc.endBlock();
  if (doc.captures.length > 0) return block(doc, {});
  const { writer } = doc;
  const owner = doc.lists.at(-1) ?? newList(doc, false, 1);
  const number = numberFrom(value) ?? owner.next;
  owner.next = Math.min(number + 1, MAX_NUMBER);
  const first = owner.ordered ? `${number}${owner.marker} ` : `${owner.marker} `;
  const tight = owner.hasItems || owner.isTight;
  const before = writer.lines.length;
  writer.push({ first, rest: ' '.repeat(first.length), pending: true, tight });
  return () => {
    doc.endBlock();
    writer.pop();
    if (writer.lines.length > before) owner.hasItems = true;
  };
};

// A term is bold, its definitions are items right below it.
const term: Enter = (doc, attributes) => {
  const leave = strongBlock(doc, attributes);
  const owner = doc.lists.at(-1);
  if (owner) owner.hasItems = true;
  return leave;
};

function newList(doc: Document, ordered: boolean, next: number): List {
  const { writer } = doc;
  const [usual, other] = ordered ? ['.', ')'] : ['-', '*'];
  // Two lists in a row would be taken for one.
  const { line, marker } = writer.lastList ?? {};
  const follows = line === writer.lines.length && marker === usual;
  const isTight = writer.isInsideItem() && !follows && (!ordered || next === 1);
  return { ordered, marker: (follows ? other : usual) ?? '-', isTight, next, hasItems: false };
}

function numberFrom(attribute: string | undefined): number | undefined {
  return attribute !== undefined && /^\s*\d{1,9}\s*$/.test(attribute) ? Number(attribute) : undefined;
}

export const LIST_HANDLERS: readonly (readonly [string, Enter])[] = [
  ['ul', list(false)],
  ['menu', list(false)],
  ['dir', list(false)],
  ['ol', list(true)],
  ['li', item],
  ['dl', list(false)],
  ['dt', term],
  ['dd', item],
];
