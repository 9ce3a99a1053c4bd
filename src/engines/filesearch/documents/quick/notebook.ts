import type { Bytes } from '../bytes.ts';
import { Excerpt } from './excerpt.ts';
import { htmlText } from './html.ts';

const MOST_CHARACTERS = 8 << 20;
const MOST_OUTPUT = 1 << 18;

type Json = { readonly [key: string]: unknown };

/** The text of a Jupyter notebook: what is written into its cells and what they have printed; undefined when it is none. */
export function notebookText(bytes: Bytes): string | undefined {
  let notebook: unknown;
  try {
    notebook = JSON.parse(bytes.read(0, bytes.size).toString('utf8'));
  } catch {
    return undefined;
  }
  const cells = cellsOf(notebook);
  if (!cells) return undefined;
  const seen = new Excerpt(MOST_CHARACTERS);
  for (const cell of cells) {
    if (!isObject(cell)) continue;
    seen.addLine(joined(cell.source ?? cell.input));
    for (const output of list(cell.outputs)) seen.addLine(outputText(output).slice(0, MOST_OUTPUT));
  }
  return seen.text();
}

/** Notebooks from before 2015 have their cells in worksheets. */
function cellsOf(notebook: unknown): readonly unknown[] | undefined {
  if (!isObject(notebook)) return undefined;
  if (Array.isArray(notebook.cells)) return notebook.cells;
  const [sheet] = list(notebook.worksheets);
  return isObject(sheet) ? list(sheet.cells) : undefined;
}

function outputText(output: unknown): string {
  if (!isObject(output)) return '';
  const data = isObject(output.data) ? output.data : output;
  const plain = joined(data['text/plain'] ?? data['text/markdown'] ?? output.text);
  if (plain !== '') return plain;
  const html = joined(data['text/html']);
  return html === ''
    ? [output.ename, output.evalue].filter((part) => typeof part === 'string').join(': ')
    : htmlText(html, MOST_OUTPUT).text;
}

function joined(source: unknown): string {
  if (typeof source === 'string') return source;
  return list(source)
    .filter((line) => typeof line === 'string')
    .join('');
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
