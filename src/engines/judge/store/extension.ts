import type { Sqlite } from './sqlite.ts';

/** Loads sqlite-vec, which is optional: without it vectors are compared one by one. */
export async function loadVectorExtension(db: Sqlite): Promise<void> {
  try {
    const { getLoadablePath } = await import('sqlite-vec');
    db.extend(getLoadablePath());
  } catch {
    // Not installed, or not made for this machine.
  }
}
