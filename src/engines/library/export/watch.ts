import type { Library } from '../commit/library.ts';
import { BASE } from '../model/file-key.ts';
import type { BookId, Owner } from '../model/names.ts';
import { deltaOf } from '../reading/delta.ts';

interface Watched {
  readonly book: BookId;
  readonly user?: Owner | undefined;
  /** Only changes after this moment count. */
  readonly since: string;
  readonly signal: AbortSignal;
}

const LOOK_EVERY_MS = 500;
/** Somebody who writes without a pause does not keep an export waiting for ever. */
const MOST_LOOKS = 10;
const NOTHING_YET = '1970-01-01T00:00:00.000Z';

/**
 * Waits until a book has changed, and then until nothing more has changed for a moment. Gives the moment of the newest change; rejects when
 * the signal fires.
 */
export async function untilChanged(library: Library, { book, user = BASE, since, signal }: Watched): Promise<string> {
  let seen = since || NOTHING_YET;
  for (let looksSince = 0; ; ) {
    await library.world.sleep(LOOK_EVERY_MS, signal);
    const newest = await newestChange(library, book, user, seen);
    const isChanged = newest !== seen;
    if (looksSince > 0 && (!isChanged || looksSince >= MOST_LOOKS)) return newest;
    if (isChanged) looksSince++;
    seen = newest;
  }
}

const NAMES_ALONE = { withContent: false, admit: async () => {}, room: 1_000_000 };

async function newestChange(library: Library, book: BookId, user: Owner, since: string): Promise<string> {
  // What was changed by hand is not in the journal before somebody looks.
  await library.reconciled(book, user);
  for (let newest = since; ; ) {
    const { delta, next } = await deltaOf(library, book, newest, user, NAMES_ALONE);
    if (next === undefined) return delta.next_since;
    newest = next;
  }
}
