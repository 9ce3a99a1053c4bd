import { describe } from 'vitest';
import { auditContract } from './contract.audit.testing.ts';
import { changeContract } from './contract.changes.testing.ts';
import { claimContract } from './contract.claims.testing.ts';
import { deltaContract } from './contract.deltas.testing.ts';
import { modelContract } from './contract.model.testing.ts';
import type { Open } from './subjects.testing.ts';

/** What every journal must do, whatever database it is on. */
export function journalContract(name: string, open: Open): void {
  describe(`${name}: changes`, () => changeContract(open));
  describe(`${name}: claims`, () => claimContract(open));
  describe(`${name}: deltas`, () => deltaContract(open));
  describe(`${name}: audit`, () => auditContract(open));
  describe(`${name}: model`, () => modelContract(open));
}
