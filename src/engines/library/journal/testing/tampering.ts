import type { DatabaseSync } from '@photostructure/sqlite';
import { NO_ENTRY, sealOf } from '../audit-chain.ts';

type Raw = InstanceType<typeof DatabaseSync>;

/** Does what somebody without the key can do: seals every entry so that it fits to what the database says now. */
export function sealAnew(raw: Raw): void {
  let hash = NO_ENTRY;
  for (const row of raw.prepare('select * from audit_log order by seq').all()) {
    const {
      book_id: bookId,
      user_id: userId,
      agent_id: agentId,
      prev_hash: prevHash,
      new_hash: newHash,
      ...rest
    } = row;
    const { error_message: errorMessage, execution_time_ms: executionTimeMs, state_change } = rest;
    const named = { bookId, userId, agentId, prevHash, newHash, errorMessage, executionTimeMs };
    const seal = sealOf({ ...rest, ...named, stateChange: state_change === 1, prevEntryHash: hash });
    raw.prepare('update audit_log set entry_hash = ?, prev_entry_hash = ? where id = ?').run(seal, hash, row.id);
    hash = seal;
  }
  raw.prepare('update audit_chain set last_entry_hash = ?').run(hash);
}
