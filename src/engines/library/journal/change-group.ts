import type { Decision, Intent, NewIntent, WithObjects } from './intent.ts';

/** One change of a group. */
export interface GroupMember extends Intent {
  /** The bytes that the file had before, staged until the group has ended; null when there was none or it stays as it is. */
  readonly previous: string | null;
  /** What the audit entry says beside the group. */
  readonly note: string | null;
  /** The path of the file whose history goes on with this one. */
  readonly movedFrom: string | null;
}

export type NewMember = Omit<NewIntent, 'owner'> & WithObjects & Pick<GroupMember, 'previous' | 'note' | 'movedFrom'>;

/** Changes of one book that happen all or not at all. They are decided together, belong to one process and end together. */
export interface ChangeGroup {
  readonly id: string;
  readonly bookId: string;
  /** The process that carries it out. */
  readonly owner: string;
  /** Whether it was decided that it shall not happen after all. */
  readonly isUndone: boolean;
  /** Whether its owner has not renewed it in time. */
  readonly hasRunOut: boolean;
  readonly members: readonly GroupMember[];
}

export type NewGroup = Pick<ChangeGroup, 'id' | 'bookId' | 'owner'> & { readonly members: readonly NewMember[] };

/** As for one change; a single file that differs or is busy keeps the whole group from beginning. */
export type GroupDecision = Exclude<Decision, { kind: 'differs' }> | { readonly kind: 'differs' };

/** What a process may know of the groups of a book: when both are as before and none was under way, there was none in between. */
export interface GroupState {
  readonly bookId: string;
  /** How many there have been. */
  readonly begun: number;
  readonly underWay: number;
}

/** Groups of changes. One transaction a method; whoever ends one must own it. */
export interface GroupJournal {
  /** Decides whether a group may happen and records all of it, or nothing. Asked again with the same id, it answers as before. */
  begin(group: NewGroup): Promise<GroupDecision>;
  /**
   * Records that a group is done: rows or tombstones, audit entries that name the group, end of the intents. `versions` are those of the files
   * by the ids of the changes. Throws `UnknownIntent` when it is not the owner's any more.
   */
  finish(id: string, owner: string, versions: ReadonlyMap<string, string>, ms: number, remark?: string): Promise<void>;
  /** Decides that a group shall not happen, whoever settles it; false when it is not the owner's any more. */
  undo(id: string, owner: string): Promise<boolean>;
  /** Records that a group did not happen; nothing when it is not the owner's any more. */
  abandon(id: string, owner: string): Promise<void>;
  /** Makes somebody else the owner of a group as a whole, as `Journal.claim` does for one change. */
  claim(id: string, from: string, to: string, condition: 'expired' | 'always'): Promise<boolean>;
  /** The groups under way, or the one with an id. */
  underWay(id?: string): Promise<ChangeGroup[]>;
  /** What there is to know of the books that have had groups. */
  states(): Promise<GroupState[]>;
}

const OWNER = /^group ([0-9a-f-]{36})$/;

/** Who owns the changes of a group: no process, so that nobody can renew, claim or settle one of them alone. */
export function ownerOfMembers(id: string): string {
  return `group ${id}`;
}

/** The group that a change belongs to, if any. */
export function groupOf({ owner }: Pick<Intent, 'owner'>): string | undefined {
  return OWNER.exec(owner)?.[1];
}
