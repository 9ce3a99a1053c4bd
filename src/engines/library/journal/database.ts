import type { Generated } from 'kysely';

/** The tables, as every database behind the journal has them. Instants are RFC 3339 text in UTC with milliseconds. */
export interface Database {
  file_journal: FileTable;
  tombstone: TombstoneTable;
  intent: IntentTable;
  audit_log: AuditTable;
  audit_chain: ChainTable;
  audit_anchor: AnchorTable;
  audit_key: KeyTable;
  settlement: SettlementTable;
  file_usage: UsageTable;
  version: VersionTable;
  version_object: ObjectTable;
  change_group: GroupTable;
  group_member: MemberTable;
  group_count: GroupCountTable;
  used_upload: UsedUploadTable;
  unsynced_files: UnsyncedTable;
}

interface KeyColumns {
  book_id: string;
  path: string;
  user_id: string;
}

interface FileTable extends KeyColumns {
  sha256: string;
  size_bytes: number;
  version: string;
  last_written_at: string;
  written_by: string;
  storage_backend: string;
}

interface TombstoneTable extends KeyColumns {
  deleted_at: string;
}

interface IntentTable extends KeyColumns {
  id: string;
  operation: string;
  agent_id: string;
  old_hash: string | null;
  new_hash: string | null;
  size_bytes: number;
  staged: string | null;
  owner: string;
  started_at: string;
  /** By the database's own clock, in milliseconds: clocks of its users do not matter. */
  lease_until: number;
  /** 1 when another process than the one that began it has taken it over to settle it. */
  claimed: number;
}

/** Changes that happen all or not at all. */
interface GroupTable {
  id: string;
  book_id: string;
  owner: string;
  lease_until: number;
  claimed: number;
  /** 1 when it was decided that they shall not happen after all. */
  undone: number;
}

/** What a change of a group has beside its intent. */
interface MemberTable {
  intent_id: string;
  group_id: string;
  position: number;
  previous: string | null;
  note: string | null;
  moved_from: string | null;
}

/** How many groups a book has had, for readers who ask whether there was one while they read. */
interface GroupCountTable {
  book_id: string;
  begun: number;
}

/** What became of a change that another process has settled, for the one that began it. */
interface SettlementTable {
  id: string;
  recorded: number;
  settled_at: number;
}

interface AuditTable extends KeyColumns {
  id: Generated<number>;
  /** The place in the chain of the book: 1, 2, 3 without a gap. */
  seq: number;
  timestamp: string;
  agent_id: string;
  operation: string;
  prev_hash: string | null;
  new_hash: string | null;
  status: 'success' | 'error' | 'conflict';
  error_message: string | null;
  execution_time_ms: number;
  /** 1 or 0, which every database has. */
  state_change: number;
  entry_hash: string;
  prev_entry_hash: string;
}

/** The end of a book's chain: what the next entry is linked to, and what a missing last entry is told by. */
interface ChainTable {
  book_id: string;
  entries: number;
  last_entry_hash: string;
  last_stamp: string;
  /** Over the end; null where there is no key. */
  seal: string | null;
}

/** What stands for the first entries of a chain once they have been taken out. */
interface AnchorTable {
  book_id: string;
  entries: number;
  entry_hash: string;
  /** The files that there were, as JSON. */
  files: string;
  seal: string;
  key_id: string;
  made_at: string;
}

/** The user id under which all files of a book are counted, whoever they belong to. */
export const EVERYBODY = '';

/** How much there is of a book: in all under `EVERYBODY`, of each user's overlays under theirs. Triggers keep it. */
interface UsageTable {
  user_id: string;
  book_id: string;
  files: number;
  bytes: number;
}

/** Addresses of uploads that were used, until they would have expired anyway. */
interface UsedUploadTable {
  id: string;
  expires_at: number;
}

/** A process some of whose files may not be on the disk yet: those of the entries behind this one. */
interface UnsyncedTable {
  owner: string;
  boot: string;
  after_entry: number;
}

/** The key that chains are sealed with, one row at most. */
interface KeyTable {
  only: number;
  id: string;
  since: string;
}

/** What a file held from a moment on: a row for each change of it. */
interface VersionTable extends KeyColumns {
  written_at: string;
  /** Null for a deletion. */
  sha256: string | null;
  size_bytes: number;
  agent_id: string;
  operation: string;
}

/** Where the bytes of versions are kept, each once. */
interface ObjectTable {
  sha256: string;
  container: string;
  position: number;
  stored_bytes: number;
  size_bytes: number;
  /** When it was last wanted, by the database's own clock in milliseconds. */
  kept_at: number;
}

const KEY = ['book_id as bookId', 'path', 'user_id as userId'] as const;

export const TOMBSTONE = [...KEY, 'deleted_at as deletedAt'] as const;

export const FILE = [
  ...KEY,
  'sha256',
  'size_bytes as size',
  'version',
  'last_written_at as lastWrittenAt',
  'written_by as writtenBy',
  'storage_backend as storageBackend',
] as const;

export const INTENT = [
  ...KEY,
  'id',
  'operation',
  'agent_id as agentId',
  'old_hash as oldHash',
  'new_hash as newHash',
  'size_bytes as size',
  'staged',
  'owner',
  'started_at as startedAt',
] as const;

export const VERSION = [
  ...KEY,
  'written_at as writtenAt',
  'sha256',
  'size_bytes as size',
  'agent_id as agentId',
  'operation',
] as const;

export const OBJECT = ['sha256', 'container', 'position', 'stored_bytes as stored', 'size_bytes as size'] as const;
