import { isJsonObject } from '../../../../kernel/json.ts';
import { harmless } from '../../../../lib/harmless.ts';
import type { Screen } from '../../../terminal/screen.ts';
import { paintLine, plain, wrapSpans } from '../../../terminal/spans.ts';
import { tableLines } from '../../../terminal/table.ts';
import { displayWidth } from '../../../terminal/width.ts';
import { cellOf, isUtc, valueText } from './format.ts';

type Row = Readonly<Record<string, unknown>>;

/** The columns that people want, where a list has more of them than a terminal has room for. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  list_assets: ['filename', 'asset_type', 'file_size', 'upload_timestamp', 'uploaded_by_agent_id'],
  delta_build: ['path', 'namespace', 'last_modified'],
  search_content: ['path', 'heading', 'line', 'excerpt'],
  audit_trail: ['id', 'timestamp', 'agent_id', 'operation', 'path', 'status'],
};

const INDENT = '  ';

/** Any structured answer: fields one below the other, then each list as a table. */
export function fieldLines(tool: string, data: Row, screen: Screen): string[] {
  const entries = Object.entries(data).flatMap(([key, value]) => flattened(key, value));
  const lists = entries.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const single = entries.filter(([, value]) => !Array.isArray(value) && value !== undefined && value !== null);
  const isAlone = single.length === 0 && lists.length === 1;
  const parts = [
    pairLines(single, screen),
    ...lists.map(([key, items]) => [
      ...(isAlone ? [] : [screen.paint(harmless(key), 'bold')]),
      ...listLines(tool, items, screen),
    ]),
  ].filter((lines) => lines.length > 0);
  return parts.flatMap((lines, at) => (at > 0 ? ['', ...lines] : lines));
}

function flattened(key: string, value: unknown): [string, unknown][] {
  if (!isJsonObject(value)) return [[key, value]];
  return Object.entries(value).flatMap(([inner, one]) => flattened(`${key}.${inner}`, one));
}

function pairLines(pairs: readonly (readonly [string, unknown])[], screen: Screen): string[] {
  const width = Math.max(0, ...pairs.map(([key]) => displayWidth(harmless(key))));
  return pairs.flatMap(([key, value]) => {
    const text = valueText(value);
    // Addresses and paths are there to be copied.
    const room = text.includes(' ') ? screen.columns - width - INDENT.length : Number.POSITIVE_INFINITY;
    const lines = wrapSpans([plain(text)], room);
    return lines.map((line, at) => {
      const label = (at === 0 ? harmless(key) : '').padEnd(width);
      return `${screen.paint(label, 'dim')}${INDENT}${paintLine(line, screen.paint)}`.trimEnd();
    });
  });
}

function listLines(tool: string, items: readonly unknown[], screen: Screen): string[] {
  if (items.length === 0) return [screen.paint('(none)', 'dim')];
  if (!items.every((item): item is Row => isJsonObject(item))) return items.map((item) => valueText(item));
  const all = Array.from(new Set(items.flatMap((item) => Object.keys(item))));
  const known = (COLUMNS[tool] ?? []).filter((key) => all.includes(key));
  const keys = (known.length > 0 ? known : all).filter((key) => items.some((item) => cellOf(item[key]).length > 0));
  const columns = keys.map((key) => ({
    title: `${harmless(key)}${items.every((item) => isUtc(item[key])) ? ' (UTC)' : ''}`,
    right: items.every((item) => item[key] === undefined || typeof item[key] === 'number'),
  }));
  const rows = items.map((item) => keys.map((key) => cellOf(item[key])));
  const table =
    tableLines(columns, rows, screen.columns, screen.paint) ??
    items.flatMap((item, at) => [
      ...(at > 0 ? [''] : []),
      ...pairLines(
        keys.map((key) => [key, item[key]]),
        screen,
      ),
    ]);
  const isWhole = all.every((key) => keys.includes(key));
  return isWhole ? table : [...table, screen.paint('--json shows every field.', 'dim')];
}
