import { BLOCK_HANDLERS } from './blocks.ts';
import type { Enter } from './document.ts';
import { FORMULA_HANDLERS } from './formulas.ts';
import { LIST_HANDLERS } from './lists.ts';
import { PHRASE_HANDLERS } from './phrases.ts';
import { TABLE_HANDLERS } from './tables.ts';

/** What each element does; an element without an entry is transparent. */
export const HANDLERS: ReadonlyMap<string, Enter> = new Map([
  ...BLOCK_HANDLERS,
  ...LIST_HANDLERS,
  ...TABLE_HANDLERS,
  ...PHRASE_HANDLERS,
  ...FORMULA_HANDLERS,
]);
