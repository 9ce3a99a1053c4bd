import type { ToolsetOption } from '../../kernel/toolset.ts';

export const DEFAULT_BUDGET_MS = 10_000;
export const MIN_BUDGET_MS = 10;
export const MAX_BUDGET_MS = 300_000;

/** What `quartet spotlight` can be told. */
export const SPOTLIGHT_OPTIONS: readonly ToolsetOption[] = [
  {
    key: 'allow',
    flag: '--allow <directory>',
    env: ['QUARTET_SPOTLIGHT_ALLOW'],
    description:
      'directory that may be searched, with all below it; give it again for more; your home directory unless told',
    repeatable: true,
  },
  {
    key: 'budget',
    flag: '--budget <ms>',
    env: ['QUARTET_SPOTLIGHT_BUDGET'],
    description: `milliseconds that one search may take; ${DEFAULT_BUDGET_MS} unless told`,
  },
  {
    key: 'engine',
    flag: '--engine <name>',
    env: ['QUARTET_SPOTLIGHT_ENGINE'],
    description: 'portable, mdfind (Spotlight names the candidates), or auto: mdfind on macOS; auto unless told',
  },
  {
    key: 'all',
    flag: '--all',
    env: ['QUARTET_SPOTLIGHT_ALL'],
    description: 'also search node_modules, __pycache__, virtual environments and build output of Cargo',
  },
  {
    key: 'watch',
    flag: '--no-watch',
    env: ['QUARTET_SPOTLIGHT_WATCH'],
    description: 'do not watch directories for changes between searches',
  },
];
