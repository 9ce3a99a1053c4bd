import { AT_A_TERMINAL, EXAMPLES } from '../../common/examples.ts';
import { choicesOf, type JsonSchema, typesOf } from '../../common/json-schema.ts';
import { callWords } from '../../common/quartet-command.ts';
import { describedOutput, listingOf } from '../../kernel/schema.ts';
import type { Tool } from '../../kernel/tool.ts';
import { readingColumns, type Screen } from '../terminal/screen.ts';
import { paintLine, plain, type Span, wrapSpans, wrapText } from '../terminal/spans.ts';
import { tableLines } from '../terminal/table.ts';
import { displayWidth } from '../terminal/width.ts';

/** Options without which an example cannot do its work. */
const FLAGS: Readonly<Record<string, string>> = { get_metadata: '--allow /etc', preview_file: '--allow /etc' };

/** Toolsets whose examples read the demo book. */
const FIRST: Readonly<Record<string, string>> = { books: 'quartet books demo' };

/** A call that works as it is; one that is too long for the screen goes on in more lines. */
export function exampleOf(tool: Tool, columns = Number.POSITIVE_INFINITY): string[] {
  const args = EXAMPLES[tool.name]?.(AT_A_TERMINAL) ?? {};
  const words = callWords({ name: tool.name, args }, listingOf(tool).inputSchema);
  const flags = FLAGS[tool.name];
  const parts = [words.slice(0, 3).join(' '), ...words.slice(3), ...(flags === undefined ? [] : [flags])];
  const line = parts.join(' ');
  if (displayWidth(line) <= columns) return [line];
  return parts.map((part, at) => `${at === 0 ? '' : '  '}${part}${at < parts.length - 1 ? ' \\' : ''}`);
}

/** All that there is to know about calling a tool: what it does, its arguments, what it gives, and an example. */
export function toolPage(tool: Tool, toolset: string, screen: Screen): string {
  const { paint } = screen;
  const schema = listingOf(tool).inputSchema as JsonSchema;
  const first = isAboutTheDemoBook(tool) ? FIRST[toolset] : undefined;
  const parts = [
    wrapSpans(
      [plain(tool.name, 'bold'), plain(`: ${tool.title} `), plain(`(${toolset}${tool.extra ? ', extra' : ''})`, 'dim')],
      screen.columns,
    ).map((line) => paintLine(line, paint)),
    wrapText(tool.description, readingColumns(screen)),
    [paint('Arguments:', 'bold'), ...argumentLines(schema, screen)],
    [paint('Answer:', 'bold'), ...indented(wrapText(fieldNames(tool), screen.columns - 2))],
    [
      paint('Example:', 'bold'),
      ...(first === undefined ? [] : [`  ${paint(`${first}  # once: the example reads the demo book`, 'dim')}`]),
      ...indented(exampleOf(tool, screen.columns - 2)),
    ],
    wrapText(VALUES, screen.columns).map((line) => paint(line, 'dim')),
  ];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const VALUES = 'Values: key=text, key:=JSON, key=@FILE, key=- (standard input). Options: quartet call --help.';

function fieldNames(tool: Tool): string {
  return Object.keys(describedOutput(tool).properties ?? {}).join(', ');
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

function isAboutTheDemoBook(tool: Tool): boolean {
  return EXAMPLES[tool.name]?.(AT_A_TERMINAL).book_id === AT_A_TERMINAL.book;
}

function argumentLines(schema: JsonSchema, screen: Screen): string[] {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return ['  none'];
  const needed = new Set(schema.required);
  const rows = [
    ...properties.filter(([name]) => needed.has(name)),
    ...properties.filter(([name]) => !needed.has(name)),
  ];
  const cells = rows.map(([name, one]): Span[][] => [
    [plain(name, needed.has(name) ? 'bold' : undefined)],
    [plain(needed.has(name) ? 'required' : 'optional', needed.has(name) ? undefined : 'dim')],
    [plain(typeText(one))],
    [plain(meaningOf(one))],
  ]);
  const columns = ['', '', '', ''].map((title) => ({ title }));
  const lines = tableLines(columns, cells, screen.columns - 2, screen.paint) ?? [];
  // Titles would only repeat what is plain to see.
  return indented(lines.slice(2));
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  array: 'list',
  object: 'JSON object',
};

/** The type of an argument: what may be chosen, or what kind of value it is. */
export function typeText(schema: JsonSchema): string {
  const choices = choicesOf(schema);
  if (choices !== undefined && choices.length > 0) return choices.map(String).join(' | ');
  const words = typesOf(schema).map((type) => WORDS[type] ?? type);
  return `${words.join(' or ')}${rangeText(schema)}` || 'anything';
}

function rangeText({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, ${minimum} or more`;
  return maximum === undefined ? '' : `, at most ${maximum}`;
}

function meaningOf({ description = '', default: usual }: JsonSchema): string {
  if (usual === undefined || /default/i.test(description)) return description;
  return `${description}${description === '' ? '' : '. '}Default: ${typeof usual === 'string' ? usual : JSON.stringify(usual)}`;
}
