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
      'directory that may be searched, with all below it but hidden places and those for keys and passwords, which are to be named themselves; give it again for more; / for everything (default: your home directory)',
    repeatable: true,
  },
  {
    key: 'budget',
    flag: '--budget <ms>',
    env: ['QUARTET_SPOTLIGHT_BUDGET'],
    description: `milliseconds that one search may take, ${MIN_BUDGET_MS} to ${MAX_BUDGET_MS} (default: ${DEFAULT_BUDGET_MS})`,
  },
  {
    key: 'engine',
    choices: ['auto', 'portable', 'mdfind'],
    flag: '--engine <name>',
    env: ['QUARTET_SPOTLIGHT_ENGINE'],
    description: 'portable, mdfind (Spotlight names the candidates), or auto: mdfind on macOS (default: auto)',
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
  {
    key: 'cache',
    flag: '--cache <directory>',
    env: ['QUARTET_SPOTLIGHT_CACHE'],
    description:
      'directory of your own where signatures of texts, and vectors of searches by meaning, are kept, so that a new process need not read all files again (default: nothing is written)',
  },
  {
    key: 'fullMetadata',
    flag: '--full-metadata',
    env: ['QUARTET_SPOTLIGHT_FULL_METADATA'],
    description:
      'searches give every attribute of every hit in one answer, as the original does, instead of short pages',
  },
];
