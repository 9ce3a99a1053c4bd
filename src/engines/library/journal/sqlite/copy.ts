import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isAbsence } from '../../../../lib/errno.ts';

const MOST_TRIES = 5;
/** The log of what is not in the file yet belongs to it. */
const PARTS = ['', '-wal'];

/** Copies an SQLite file, with its log, into a folder of its own; again when somebody has changed it meanwhile. */
export async function temporaryCopy(file: string): Promise<{ folder: string; copy: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'quartet-journal-'));
  const copy = join(folder, basename(file));
  try {
    for (let tries = 1; ; tries++) {
      const before = await stateOf(file);
      for (const part of PARTS) await copyFile(file + part, copy + part).catch(unlessAbsent);
      if ((await stateOf(file)) === before || tries === MOST_TRIES) return { folder, copy };
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function stateOf(file: string): Promise<string> {
  const states = await Promise.all(PARTS.map((part) => stat(file + part, { bigint: true }).catch(unlessAbsent)));
  return states.map((state) => (state ? `${state.size} ${state.mtimeNs}` : 'none')).join();
}

function unlessAbsent(error: unknown): undefined {
  if (!isAbsence(error)) throw error;
}
