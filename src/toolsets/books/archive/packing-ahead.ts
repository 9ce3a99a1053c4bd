import type { Storage } from '../storage/storage.ts';
import { type Member, type Reading, readMember } from './member.ts';

/** A small member, ready to be written. */
export interface Packed extends Reading {
  readonly chunks: readonly Buffer[];
}

const SMALL = 1024 * 1024;
// Two at once keep two cores busy. More of them only where they are tiny: the garbage of their chunks outlives them.
const FEWEST = 2;
const MOST = 16;

/** Reads and deflates the next small members while the one before is written, several at once, within a budget of bytes. */
export class PackingAhead {
  readonly #storage: Storage;
  readonly #members: readonly Member[];
  readonly #signal: AbortSignal;
  readonly #running = new Map<number, Promise<Packed>>();
  #next = 0;
  #bytes = 0;

  constructor(storage: Storage, members: readonly Member[], signal: AbortSignal) {
    this.#storage = storage;
    this.#members = members;
    this.#signal = signal;
  }

  /** The member, packed; undefined when it is too large to be held in memory. To be called for each index in order. */
  async take(index: number): Promise<Packed | undefined> {
    this.#startMore(index);
    const job = this.#running.get(index);
    if (job === undefined) return undefined;
    try {
      return await job;
    } finally {
      this.#running.delete(index);
      this.#bytes -= this.#members[index]?.size ?? 0;
    }
  }

  #startMore(index: number): void {
    for (; this.#next < this.#members.length; this.#next++) {
      const member = this.#members[this.#next] as Member;
      if (member.size > SMALL) continue;
      const { size } = this.#running;
      const full = size >= MOST || (size >= FEWEST && this.#bytes + member.size > SMALL);
      if (full && this.#next > index) return;
      this.#bytes += member.size;
      const job = this.#pack(member);
      job.catch(() => undefined);
      this.#running.set(this.#next, job);
    }
  }

  async #pack(member: Member): Promise<Packed> {
    const chunks: Buffer[] = [];
    const reading = await readMember(this.#storage, member, this.#signal, (chunk) => void chunks.push(chunk));
    return { ...reading, chunks };
  }
}
