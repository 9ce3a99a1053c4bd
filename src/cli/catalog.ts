import type { Toolset } from '../kernel/toolset.ts';

/** Every toolset by the name of its command. None is loaded before it is asked for. */
export const CATALOG = {
  cobol: {
    summary: 'exact sums, money and dates, by the rules of COBOL',
    load: async () => (await import('../toolsets/cobol/index.ts')).cobol,
  },
} satisfies Record<string, { summary: string; load(): Promise<Toolset> }>;

export type ToolsetId = keyof typeof CATALOG;

export const TOOLSET_IDS = Object.keys(CATALOG) as ToolsetId[];

export function isToolsetId(name: string): name is ToolsetId {
  return Object.hasOwn(CATALOG, name);
}

export function loadToolsets(ids: readonly ToolsetId[]): Promise<Toolset[]> {
  return Promise.all(ids.map((id) => CATALOG[id].load()));
}
