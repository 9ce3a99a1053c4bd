import type { Annotations, Call } from '../../kernel/tool.ts';
import type { Judge } from './judge.ts';

/** What the tools work with. */
export interface OjWorld {
  readonly judge: Judge;
  now(): Date;
}

export type OjCall = Call<OjWorld>;

/** Only reads, but from a judge outside of this program. */
export const lookup: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};
