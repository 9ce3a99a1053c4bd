/** An entry of the audit log. */
export interface AuditEntry {
  readonly id: number;
  readonly timestamp: string;
  readonly agent_id: string;
  readonly operation: string;
  readonly path: string;
  readonly status: 'success' | 'error' | 'conflict';
  readonly error_message?: string;
  readonly prev_hash?: string;
  readonly new_hash?: string;
  readonly state_change: boolean;
  readonly execution_time_ms: number;
}
