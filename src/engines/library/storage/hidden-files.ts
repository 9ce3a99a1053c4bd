/** The files of an area that are out of sight, by path, with the reason: folders that cannot be read, what is known to be in them, and what stands in the place of known files. */
import type { ChangedFolder } from './storage.ts';
export class HiddenFiles {
  readonly errors = new Map<string, string>();

  /** Takes note of what a look at a folder could not see. Gives those of the missing files that are really gone. */
  look(folder: ChangedFolder, start: number, missing: readonly string[]): string[] {
    for (const path of this.errors.keys()) if (isSeenIn(folder, start, path)) this.errors.delete(path);
    for (const [place, { message }] of folder.unreadable) {
      const path = place.slice(start);
      const lost = missing.filter((one) => isAtOrBelow(path, one));
      if (path.endsWith('/') || lost.length > 0) this.errors.set(path, message);
      for (const one of lost) this.errors.set(one, message);
    }
    return missing.filter((path) => !this.errors.has(path));
  }
}

/** Whether a path is that of something, which may be a folder, or one below it. */
export function isAtOrBelow(something: string, path: string): boolean {
  return path === something || path.startsWith(something.endsWith('/') ? something : `${something}/`);
}

/** Whether what cannot be read or followed may have been a lesson or a folder of lessons. */
export function mayHideLessons(place: string): boolean {
  return /(?:\/|\.md|\/[^./]+)$/.test(place);
}

/** Whether a look at a folder tells of a path; keys begin with `start` characters that paths do not have. */
export function isSeenIn({ prefix, without }: ChangedFolder, start: number, path: string): boolean {
  const isBelow = (folder: string) => path.startsWith(folder.slice(start));
  return isBelow(prefix) && !without.some(isBelow);
}
