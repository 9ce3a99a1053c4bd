import { type Journal, JournalFailure } from '../journal/journal.ts';
import type { Storage } from '../storage/storage.ts';
import { but, butWriting } from './library.ts';

/** Something that can be waited for and let go. */
export class Gate {
  readonly reached: Promise<void>;
  readonly opened: Promise<void>;
  isReached = false;
  reach = (): void => {};
  open = (): void => {};

  constructor() {
    this.reached = new Promise((resolve) => {
      this.reach = () => {
        this.isReached = true;
        resolve();
      };
    });
    this.opened = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  async pass(): Promise<void> {
    this.reach();
    await this.opened;
  }
}

/** As if the process had been stopped, at the gate if it has one: its leases are not renewed. */
export const stopped =
  (gate?: Gate) =>
  (journal: Journal): Journal =>
    but(journal, {
      renew: (ids, owner) =>
        gate?.isReached === false ? journal.renew(ids, owner) : Promise.reject(new JournalFailure('stopped')),
    });

/** A storage that is held up after it was told to change something: nothing here can look at the lease any more. */
export const heldUp = (gate: Gate) => (storage: Storage) =>
  but(held(gate, storage), {
    remove: async (key, version) => {
      await gate.pass();
      return storage.remove(key, version);
    },
  });

const held = (gate: Gate, storage: Storage) =>
  butWriting(storage, (writes) => ({
    publish: async (staged, key, replaces) => {
      await gate.pass();
      return writes.publish(staged, key, replaces);
    },
  }));

/** One that knows no conditions: only that the staged bytes are gone can stop it. */
export const unconditional = (gate: Gate) => (storage: Storage) =>
  butWriting(storage, (writes) => ({
    publish: async (staged, key) => {
      await gate.pass();
      return writes.publish(staged, key);
    },
  }));

/** One that has the bytes in hand already, as a request under way has: discarding them does not call it back. */
export const inFlight = (gate: Gate) => (storage: Storage) => {
  const bytes = new Map<string, Buffer>();
  return butWriting(storage, (writes) => ({
    stage: async (given) => {
      const name = await writes.stage(given);
      bytes.set(name, given);
      return name;
    },
    publish: async (staged, key, replaces) => {
      await gate.pass();
      return writes.publish(await writes.stage(bytes.get(staged) ?? Buffer.from('unknown')), key, replaces);
    },
  }));
};
