import { Turns } from '../../../lib/turns.ts';
import type { Library } from '../commit/library.ts';
import type { FileRow } from '../journal/journal.ts';
import { BASE } from '../model/file-key.ts';
import { namespaceOf } from '../model/files.ts';
import type { BookId, Owner } from '../model/names.ts';
import { StorageFailure } from '../storage/storage.ts';
import { answerOf, type Change, describe, type Telling, told, usersOf } from './delta.ts';
import { type HeldManifest, manifestPath } from './held-manifest.ts';

/** Where an answer goes on: behind a path of the manifest, with the moment of its first page. */
export type PlanPosition = readonly [path: string, since: string];

const UNKNOWN =
  'This server cannot tell what that manifest_hash stood for, so all files are listed: what is not among them was deleted. Send the manifest itself, lines of path:sha256, to get the differences alone.';

/**
 * What differs between a book and what a builder has of it (FR-025 to FR-027): files to fetch and files to delete, sorted, as many as there is
 * room for. Of a hash that is not the current one nobody knows what it stood for: then everything is listed. A hash is about shared files
 * only; a user's own versions are listed with it in any case.
 */
export async function planOf(
  library: Library,
  book: BookId,
  user: Owner,
  held: HeldManifest,
  telling: Telling,
  from?: PlanPosition,
) {
  const { rows, manifest, stamp } = await stateOf(library, book, user, held);
  const isKnown = 'files' in held || held.hash === manifest;
  const all = await differences(rows, held, isKnown);
  const rest = from === undefined ? all : all.filter(({ at }) => at > from[0]);
  const given = await told(library, rest, telling);
  const last = given.at(-1);
  // What changes between two pages is later than the first one.
  const since = from?.[1] ?? stamp;
  const next: PlanPosition | undefined = last && given.length < rest.length ? [last.at, since] : undefined;
  return {
    delta: {
      ...answerOf(given, user),
      manifest_hash: manifest,
      next_since: since,
      ...(next && { has_more: true }),
      ...(!isKnown && { warning: UNKNOWN }),
    },
    next,
  };
}

const TRIES = 5;
/** Before the first change of any book. */
const BEGINNING = '1970-01-01T00:00:00.000Z';

/** The files of a book with its manifest hash, all of one moment. Nothing is read of a book that is as a hash says. */
async function stateOf({ journal }: Library, book: BookId, user: Owner, held: HeldManifest) {
  const users = usersOf(user);
  for (let tries = 0; tries < TRIES; tries++) {
    const stamp = await journal.newestStamp(book, users);
    const manifest = await journal.manifest(book);
    const isCurrent = 'hash' in held && held.hash === manifest;
    const rows = await journal.rows(book, isCurrent ? users.filter((one) => one !== BASE) : users);
    if ((await journal.newestStamp(book, users)) === stamp) return { rows, manifest, stamp: stamp || BEGINNING };
  }
  throw new StorageFailure('Others keep changing this book. Try again in a moment.', true);
}

async function differences(rows: readonly FileRow[], held: HeldManifest, isKnown: boolean): Promise<Change[]> {
  const left = new Map('files' in held && isKnown ? held.files : []);
  const changes: Change[] = [];
  const turns = new Turns();
  await turns.each(rows, (row) => {
    const at = manifestPath(row);
    if (left.get(at) !== row.sha256) changes.push({ at, row, file: describe(row) });
    left.delete(at);
  });
  await turns.each(left.keys(), (at) => changes.push({ at, file: deleted(at) }));
  return changes.sort((a, b) => (a.at < b.at ? -1 : 1));
}

function deleted(at: string) {
  const [, userId = BASE, path = at] = /^users\/([^/]+)\/(.+)$/.exec(at) ?? [];
  return { path, namespace: namespaceOf(userId) };
}
