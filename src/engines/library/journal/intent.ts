import type { FileKey } from '../model/file-key.ts';
import type { KeptObject } from '../model/kept-object.ts';

/** A change that has been decided and is being carried out. */
export interface Intent extends FileKey {
  readonly id: string;
  /** The tool, such as `write_content`. */
  readonly operation: string;
  readonly agentId: string;
  /** Null when the file did not exist. */
  readonly oldHash: string | null;
  /** Null for a deletion. */
  readonly newHash: string | null;
  readonly size: number;
  readonly staged: string | null;
  /** The process that carries it out: host, process and start, so that a dead one can be told. */
  readonly owner: string;
  readonly startedAt: string;
}

/** The bytes of versions that a change needs and that are kept by now. */
export type WithObjects = { readonly objects?: readonly KeptObject[] };
export type NewIntent = Omit<Intent, 'startedAt'>;

/** A process, and the start of the machine that it runs on. */
export interface Writer {
  readonly owner: string;
  readonly boot: string;
}

/** What is recorded beside the change itself. */
export interface Recorded extends WithObjects {
  /** Whose file it is to bring to the disk; not there when it is on the disk. */
  readonly unsyncedBy?: Writer | undefined;
}

export type Outcome = 'pending' | 'recorded' | 'abandoned';

/** The answer of the single decision point. */
export type Decision =
  | { readonly kind: 'begun' }
  /** The file is not as expected; null says that it does not exist. */
  | { readonly kind: 'differs'; readonly currentHash: string | null }
  /** Somebody else is changing this very file. */
  | { readonly kind: 'busy'; readonly intent: Intent }
  /** There would be more than is allowed. */
  | {
      readonly kind: 'exceeds';
      readonly quota: Quota;
      readonly used: number;
      readonly needed: number;
      readonly limit: number;
    };

/** What can be limited: all files of the library and their bytes, and the overlays of each user and theirs. */
export type Quota = 'library_bytes' | 'library_files' | 'user_bytes' | 'user_overlays';

/** How much there may be; what is left out is not limited. */
export type Quotas = { readonly [quota in Quota]?: number };
