import type { Journal, NewIntent } from '../../../src/engines/library/journal/journal.ts';
import { keyOf } from '../../../src/engines/library/model/files.ts';
import type { Storage, UnsyncedWrites } from '../../../src/engines/library/storage/storage.ts';

/** Mistakes that somebody could make, put around the real thing: the simulation has to find each of them. */
export const BUGS = [
  'skip-fencing',
  'skip-directory-fsync',
  'publish-before-record',
  'forget-tombstone',
  'ignore-lease',
] as const;
export type Bug = (typeof BUGS)[number];

export function isBug(text: string | undefined): text is Bug {
  return BUGS.some((bug) => bug === text);
}

/** The same thing with some methods of its own. */
function but<Thing extends object>(thing: Thing, own: Partial<Thing>): Thing {
  return new Proxy(thing, {
    get(target, name) {
      const source: object = name in own ? own : target;
      const member: unknown = Reflect.get(source, name);
      return typeof member === 'function' ? member.bind(source) : member;
    },
  });
}

type Writes = Pick<UnsyncedWrites, 'stage' | 'publish'>;

function butWriting(storage: Storage, own: (writes: Writes) => Partial<Writes>, rest: Partial<Storage> = {}): Storage {
  const { unsynced } = storage;
  return but(storage, {
    ...own(storage),
    ...rest,
    ...(unsynced && { unsynced: but<UnsyncedWrites>(unsynced, own(unsynced)) }),
  });
}

/** Storage and journal with a bug between them and the library. */
export function withBug(
  bug: Bug | undefined,
  storage: Storage,
  journal: Journal,
): { storage: Storage; journal: Journal } {
  if (bug === 'skip-fencing') return { storage: withoutFencing(storage), journal };
  if (bug === 'publish-before-record') return publishingFirst(storage, journal);
  if (bug === 'ignore-lease') return { storage, journal: withoutLeases(journal) };
  return { storage, journal };
}

/** Publishes whatever is there by now, also bytes that somebody has discarded because their change was settled. */
function withoutFencing(storage: Storage): Storage {
  const bytesOf = new Map<string, Buffer>();
  return butWriting(
    storage,
    (writes) => ({
      async stage(bytes) {
        const staged = await writes.stage(bytes);
        bytesOf.set(staged, bytes);
        return staged;
      },
      async publish(staged, key) {
        const bytes = bytesOf.get(staged);
        return writes.publish(staged, key).catch(async (error: unknown) => {
          if (bytes === undefined) throw error;
          return writes.publish(await writes.stage(bytes), key);
        });
      },
    }),
    { remove: (key) => storage.remove(key) },
  );
}

/** Puts a file in its place before the journal has decided about it. */
function publishingFirst(storage: Storage, journal: Journal): { storage: Storage; journal: Journal } {
  const published = new Set<string>();
  return {
    storage: butWriting(storage, (writes) => ({
      async publish(staged, key, replaces) {
        const there = published.delete(staged) ? await storage.stat(key) : undefined;
        return there ?? writes.publish(staged, key, replaces);
      },
    })),
    journal: but(journal, {
      async begin(intent: NewIntent) {
        if (intent.staged !== null && !published.has(intent.staged)) {
          await (storage.unsynced ?? storage).publish(intent.staged, keyOf(intent)).catch(() => {});
          published.add(intent.staged);
        }
        return journal.begin(intent);
      },
    }),
  };
}

/** Takes every change of others for one that nobody carries out any more. */
function withoutLeases(journal: Journal): Journal {
  return but(journal, {
    intents: () => journal.intents('all'),
    claim: (id, from, to) => journal.claim(id, from, to, 'always'),
  });
}
