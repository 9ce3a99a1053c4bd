import { block } from './blocks.ts';
import type { Enter } from './document.ts';
import { unescapeLineStart } from './escape.ts';
import type { Cell, Table } from './open-blocks.ts';
import { Writer } from './writer.ts';

const MAX_DEPTH = 4;
const MAX_SPAN = 20;
const MAX_PADDED = 20;
const EMPTY: Cell = { lines: [], complex: false, isHeader: false };

const table: Enter = (doc) => {
  doc.endBlock();
  if (doc.captures.length > 0) return block(doc, {});
  const { writer, heading } = doc;
  const opened = doc.tables.length < MAX_DEPTH ? { rows: [], before: new Writer(), outside: new Writer() } : undefined;
  doc.tables.push(opened);
  if (opened) doc.writer = opened.outside;
  doc.heading = 0;
  return () => {
    doc.endBlock();
    if (opened) keepOutside(opened);
    doc.tables.pop();
    doc.heading = heading;
    doc.writer = writer;
    if (opened) writeTable(opened, writer);
  };
};

const row: Enter = (doc) => {
  doc.endBlock();
  const owner = doc.captures.length === 0 ? doc.tables.at(-1) : undefined;
  if (owner) {
    doc.writer = keepOutside(owner);
    owner.rows.push([]);
  }
  return block(doc, {});
};

function cell(isHeader: boolean): Enter {
  return (doc, { colspan }) => {
    const owner = doc.tables.at(-1);
    if (!owner || doc.captures.length > 0) return block(doc, {});
    doc.endBlock();
    keepOutside(owner);
    const content = new Writer();
    doc.writer = content;
    return () => {
      doc.endBlock();
      doc.writer = owner.outside;
      addCell(owner, { lines: content.lines, complex: content.complex, isHeader }, Number(colspan));
    };
  };
}

// Text outside the cells stays where it is, as a cell more.
function keepOutside(table: Table): Writer {
  const { rows, before, outside } = table;
  if (outside.lines.length === 0) return outside;
  if (rows.length === 0) before.block(outside.lines);
  else rows.at(-1)?.push({ lines: outside.lines, complex: outside.complex, isHeader: false });
  table.outside = new Writer();
  return table.outside;
}

function addCell({ rows }: Table, added: Cell, span: number): void {
  if (rows.length === 0) rows.push([]);
  const cells = rows.at(-1);
  cells?.push(added);
  for (let more = 1; more < Math.min(span, MAX_SPAN); more++) cells?.push(EMPTY);
}

function writeTable({ rows, before }: Table, writer: Writer): void {
  writer.block(before.lines);
  const filled = rows.filter((cells) => cells.some(({ lines }) => lines.length > 0));
  const columns = filled.reduce((most, cells) => Math.max(most, cells.length), 0);
  const isLayout =
    filled.some((cells) => cells.some(({ complex }) => complex)) || (columns === 1 && filled.length === 1);
  writer.complex ||= filled.length > 0;
  if (isLayout) writeCells(filled, writer);
  else writer.block(pipeLines(filled, columns));
}

function* pipeLines([header, ...rows]: readonly (readonly Cell[])[], columns: number): Iterable<string> {
  if (!header) return;
  yield pipeLine(header, columns);
  yield `|${' --- |'.repeat(columns)}`;
  // Missing cells at the end of a row are legal, so a single wide row does not blow up all the others.
  for (const cells of rows) yield pipeLine(cells, Math.min(columns, MAX_PADDED));
}

function pipeLine(cells: readonly Cell[], columns: number): string {
  let line = '|';
  for (const { lines } of cells) line += ` ${cellText(lines).replaceAll('|', '\\|')} |`;
  return line + '  |'.repeat(Math.max(0, columns - cells.length));
}

function cellText(lines: readonly string[]): string {
  const [first = '', ...rest] = lines.filter((line) => line !== '');
  return [unescapeLineStart(first), ...rest].join(' ');
}

// A table that only arranges blocks becomes these blocks, each under its column's heading.
function writeCells(rows: readonly (readonly Cell[])[], writer: Writer): void {
  const [header = [], ...others] = rows;
  const isLabelled = others.length > 0 && header.every(({ isHeader, complex }) => isHeader && !complex);
  for (const cells of isLabelled ? others : rows) {
    for (const [column, { lines }] of cells.entries()) {
      const label = isLabelled ? cellText(header[column]?.lines ?? []) : '';
      if (label !== '' && lines.length > 0) writer.block([label.includes('*') ? label : `**${label}**`]);
      writer.block(lines);
    }
  }
}

export const TABLE_HANDLERS: readonly (readonly [string, Enter])[] = [
  ['table', table],
  ['tr', row],
  ['td', cell(false)],
  ['th', cell(true)],
];
