import type { GroupMember } from '../journal/change-group.ts';
import { keyOf } from '../model/files.ts';
import type { Storage } from '../storage/storage.ts';

type Step = Pick<GroupMember, 'bookId' | 'path' | 'userId' | 'oldHash' | 'newHash' | 'staged' | 'previous'>;

/** Whether a change makes something else of its file than it is. */
export function isChanging({ oldHash, newHash }: Pick<GroupMember, 'oldHash' | 'newHash'>): boolean {
  return oldHash !== newHash;
}

/** Makes a change of a group visible; gives the version that is there then, empty for none. */
export async function publishMember(storage: Storage, member: Step, version: string | undefined): Promise<string> {
  const key = keyOf(member);
  if (!isChanging(member)) return version ?? '';
  if (member.staged !== null) return (await storage.publish(member.staged, key, version ?? null)).version;
  await storage.remove(key, version);
  return '';
}

/** Puts back what was there before a change of a group, over the version that the change has made and nothing else. */
export async function restoreMember(storage: Storage, member: Step, version: string | undefined): Promise<void> {
  const key = keyOf(member);
  if (member.previous !== null) await storage.publish(member.previous, key, version ?? null);
  else if (version !== undefined) await storage.remove(key, version);
}
