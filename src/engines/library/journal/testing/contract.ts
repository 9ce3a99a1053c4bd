import { describe } from 'vitest';
import { auditContract } from './contract-audit.ts';
import { changeContract } from './contract-changes.ts';
import { claimContract } from './contract-claims.ts';
import { deltaContract } from './contract-deltas.ts';
import { modelContract } from './contract-model.ts';
import { quotaContract } from './contract-quotas.ts';
import { retentionContract } from './contract-retention.ts';
import { trailContract } from './contract-trail.ts';
import type { Open } from './subjects.ts';

/** What every journal must do, whatever database it is on. */
export function journalContract(name: string, open: Open): void {
  describe(`${name}: changes`, () => changeContract(open));
  describe(`${name}: claims`, () => claimContract(open));
  describe(`${name}: deltas`, () => deltaContract(open));
  describe(`${name}: audit`, () => auditContract(open));
  describe(`${name}: trail`, () => trailContract(open));
  describe(`${name}: quotas`, () => quotaContract(open));
  describe(`${name}: retention`, () => retentionContract(open));
  describe(`${name}: model`, () => modelContract(open));
}
