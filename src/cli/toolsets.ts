import type { Toolset, ToolsetOption } from '../kernel/toolset.ts';
import { BOOKS_OPTIONS } from '../toolsets/books/options.ts';
import { OJ_OPTIONS } from '../toolsets/oj/options.ts';
import { SPOTLIGHT_OPTIONS } from '../toolsets/spotlight/options.ts';
import { embeddedJudge } from './commands/judge/embedded.ts';

interface ToolsetEntry {
  readonly server: string;
  readonly summary: string;
  /** What its options are about, in the help of a command with options of all toolsets. */
  readonly heading: string;
  readonly options: readonly ToolsetOption[];
  /** Shows what only the users of this machine should see: a server for others leaves it out unless it is named. */
  readonly localOnly?: boolean;
  load(): Promise<Toolset>;
}

/** Every toolset by the name of its command. None is loaded before it is asked for. */
export const TOOLSETS = {
  oj: {
    server: 'oj-mcp-rs',
    summary: 'problems of online judges: daily challenge, statements, similar problems',
    heading: 'Online judge',
    options: OJ_OPTIONS,
    load: async () => (await import('../toolsets/oj/index.ts')).ojWith(embeddedJudge),
  },
  cobol: {
    server: 'cobol-mcp-server',
    summary: 'exact sums, money and dates, by the rules of COBOL',
    heading: 'Money',
    options: [],
    load: async () => (await import('../toolsets/cobol/index.ts')).cobol,
  },
  books: {
    server: 'panaversity-fs',
    summary: 'a library of Markdown books that many agents write at once',
    heading: 'Books',
    options: BOOKS_OPTIONS,
    load: async () => (await import('../toolsets/books/index.ts')).books,
  },
  spotlight: {
    server: 'spotlight-mcp',
    summary: 'files found by text, kind and date, on any system',
    heading: 'Files',
    options: SPOTLIGHT_OPTIONS,
    localOnly: true,
    load: async () => (await import('../toolsets/spotlight/index.ts')).spotlight,
  },
} satisfies Record<string, ToolsetEntry>;

export type ToolsetId = keyof typeof TOOLSETS;

export const TOOLSET_IDS = Object.keys(TOOLSETS) as ToolsetId[];

export function isToolsetId(name: string): name is ToolsetId {
  return Object.hasOwn(TOOLSETS, name);
}

export function optionsOf(id: ToolsetId): readonly ToolsetOption[] {
  return TOOLSETS[id].options;
}

export function isLocalOnly(id: ToolsetId): boolean {
  const entry: ToolsetEntry = TOOLSETS[id];
  return entry.localOnly ?? false;
}

export function loadToolsets(ids: readonly ToolsetId[]): Promise<Toolset[]> {
  return Promise.all(ids.map((id) => TOOLSETS[id].load()));
}
