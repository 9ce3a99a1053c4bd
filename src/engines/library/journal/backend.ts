import type { FileHandle } from 'node:fs/promises';
import type { Kysely, Transaction } from 'kysely';
import { realWorld, type World } from '../../../lib/world.ts';
import type { Sealing } from './agree-on-key.ts';
import type { Database } from './database.ts';
import type { Quotas } from './journal.ts';
import type { KeySource } from './key-source.ts';
import type { TextIndex } from './text-index.ts';

export interface JournalOptions {
  readonly world?: World;
  /** The clock (default: that of the world). */
  readonly now?: () => Date;
  /** What `storageBackend` says of files written through this journal (default: `fs`). */
  readonly storageBackend?: string;
  /** How long after the last sign of life of its owner a change is settled by others (default: `LEASE_MS`). */
  readonly leaseMs?: number;
  /** Where the file cannot be written, work on a copy of it that goes when the journal is closed. */
  readonly readOnly?: boolean;
  /** Where the key is that the audit log is sealed with; it is not sealed without. */
  readonly keys?: KeySource | undefined;
  readonly sealing?: Sealing;
  /** What changes begun through this journal must not exceed. */
  readonly quotas?: Quotas | undefined;
  /** How a log that a database keeps in a file is brought to the disk (default: the system's own sync). */
  readonly syncLog?: (handle: FileHandle) => Promise<void>;
}

/** The moment, by the clock of the options. */
export function clockOf({ now, world = realWorld }: JournalOptions): () => Date {
  return now ?? (() => new Date(world.now()));
}

/** Short enough that whoever wants the file of a dead replica still waits for it, long enough for a slow network. */
const LEASE_MS = 10_000;

/** The first half of a lease. */
export function holdMs({ leaseMs = LEASE_MS }: JournalOptions): number {
  return leaseMs / 2;
}

/** Does some work in a transaction whose commit need not wait for the disk. */
export type RelaxedDurability = <Result>(
  db: Kysely<Database>,
  work: (tx: Transaction<Database>) => Promise<Result>,
) => Promise<Result>;

/** Brings commits to the disk, many at once. */
export interface Durability {
  /** Resolves when all that was committed before would survive a power cut. */
  sync(): Promise<void>;
  /** Does some work in a transaction, which those who come together share; what it gives is told when it would survive a power cut, unless it need not. */
  run<Result>(
    work: (tx: Transaction<Database>) => Promise<Result>,
    mustLast?: (result: Result) => boolean,
  ): Promise<Result>;
  /** Resolves when nobody waits any more. */
  settled(): Promise<void>;
}

/** What a database does in its own way. */
export interface JournalBackend {
  /** For entries that changed nothing: a power cut may take the last ones, though never a part of one. */
  readonly relaxed: RelaxedDurability;
  /** What makes commits durable where they are not by themselves. */
  readonly durability?: Durability;
  /** Waits until nobody else decides about room; from then to the end of the transaction nobody does. Not there where transactions exclude each other. */
  readonly inTurn?: (tx: Transaction<Database>) => Promise<void>;
  /** What is wrong with the database itself: damaged pages, protection that somebody has removed. */
  problems(db: Kysely<Database>): Promise<string[]>;
  texts(db: () => Kysely<Database>): TextIndex;
}
