import { harmless } from '../../../../lib/harmless.ts';
import type { Screen } from '../../../terminal/screen.ts';
import { shortPath } from '../../../terminal/short-path.ts';
import { paintLine, plain, type Span, wrapSpans } from '../../../terminal/spans.ts';
import { moment, sizeText } from './format.ts';

export interface FileHit {
  readonly _path: string;
  readonly kMDItemContentModificationDate?: string;
  readonly kMDItemFSSize?: number;
  readonly kMDItemKind?: string;
  readonly line?: number;
  readonly snippet?: string;
}

interface SearchData {
  readonly results: readonly FileHit[];
  readonly complete?: boolean;
  readonly truncated?: boolean;
}

const INDENT = '    ';

/** Files that were found: the path, the place in it, what it is. */
export function fileLines({ results, complete, truncated }: SearchData, query: unknown, screen: Screen): string[] {
  const { paint } = screen;
  const count =
    results.length === 0 ? 'No file was found.' : `${results.length} ${results.length === 1 ? 'file' : 'files'}.`;
  const end = [
    count,
    ...(truncated ? ['There are more: limit=N shows up to N of them.'] : []),
    ...(complete === false ? ['Not everything could be searched in time, so there may be more.'] : []),
  ];
  return [...results.flatMap((hit) => hitLines(hit, query, screen)), paint(end.join(' '), 'dim')];
}

function hitLines(hit: FileHit, query: unknown, screen: Screen): string[] {
  const { paint, columns } = screen;
  const { _path, kMDItemKind: kind, kMDItemFSSize: size, kMDItemContentModificationDate: date, line, snippet } = hit;
  const facts = [kind, size === undefined ? '' : sizeText(size), date && (moment(date) ?? date)].filter(Boolean);
  const where = line === undefined ? [] : [plain(`${line}: `, 'green')];
  const passage = snippet === undefined ? [] : [...where, ...marked(harmless(snippet), query)];
  const lines = passage.length === 0 ? [] : wrapSpans(passage, columns - INDENT.length);
  return [
    paint(harmless(shortPath(_path)), 'bold'),
    ...lines.map((spans) => `${INDENT}${paintLine(spans, paint)}`),
    `${INDENT}${paint(harmless(facts.join(' · ')), 'dim')}`,
    '',
  ];
}

/** The text with what was looked for in another colour. */
function marked(text: string, query: unknown): Span[] {
  if (typeof query !== 'string' || query === '') return [plain(text)];
  const at = text.toLowerCase().indexOf(query.toLowerCase());
  if (at < 0) return [plain(text)];
  const end = at + query.length;
  return [plain(text.slice(0, at)), plain(text.slice(at, end), 'match'), plain(text.slice(end))];
}

export interface LineHit {
  readonly file_path: string;
  readonly line_number: number;
  readonly matched_line: string;
}

/** Lines of a book that match, below the file that they are in. */
export function matchLines(hits: readonly LineHit[], screen: Screen): string[] {
  const { paint, columns } = screen;
  const width = Math.max(0, ...hits.map(({ line_number }) => String(line_number).length));
  return hits.flatMap(({ file_path, line_number, matched_line }, at) => {
    const isNew = hits[at - 1]?.file_path !== file_path;
    const head = isNew ? [...(at > 0 ? [''] : []), paint(harmless(file_path), 'bold')] : [];
    const lines = wrapSpans([plain(harmless(matched_line.trim()))], columns - width - 4);
    const body = lines.map((line, number) => {
      const label = (number === 0 ? String(line_number) : '').padStart(width + 2);
      return `${paint(label, 'green')}  ${paintLine(line, paint)}`;
    });
    return [...head, ...body];
  });
}
