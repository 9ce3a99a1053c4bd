import { Turns } from '../../../lib/turns.ts';
import type { Storage } from '../storage/storage.ts';
import { guardedMember, type Member, type Packed, readMember } from './member.ts';
import { packAtOnce, readWhole } from './whole-member.ts';

interface Limits {
  /** A member up to this size is held in memory. */
  readonly small: number;
  /** So many bytes at once, */
  readonly bytes: number;
  /** though always so many members, and never more than so many. */
  readonly fewest: number;
  readonly most: number;
}

const MIB = 1024 * 1024;
// Two at once keep two cores busy. More of them only where they are tiny: the garbage of their chunks outlives them.
const LOCAL: Limits = { small: MIB, bytes: MIB, fewest: 2, most: 16 };
// To read and deflate as little takes less than a millisecond, and less than handing it to another thread.
const TINY = 64 * 1024;
// What travels is waited for, and waiting costs no core.
const REMOTE: Limits = { small: 4 * MIB, bytes: 10 * MIB, fewest: 3, most: 24 };

/** Reads and deflates the next small members while the one before is written, several at once, within a budget of bytes. */
export class PackingAhead {
  readonly #storage: Storage;
  readonly #members: readonly Member[];
  readonly #signal: AbortSignal;
  readonly #running = new Map<number, Promise<Packed>>();
  readonly #limits: Limits;
  readonly #turns = new Turns();
  #next = 0;
  #bytes = 0;

  constructor(storage: Storage, members: readonly Member[], signal: AbortSignal) {
    this.#storage = storage;
    this.#members = members;
    this.#signal = signal;
    this.#limits = storage.remote ? REMOTE : LOCAL;
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
    const { small, bytes, fewest, most } = this.#limits;
    for (; this.#next < this.#members.length; this.#next++) {
      const member = this.#members[this.#next] as Member;
      if (member.size > small) continue;
      const { size } = this.#running;
      const full = size >= most || (size >= fewest && this.#bytes + member.size > bytes);
      if (full && this.#next > index) return;
      this.#bytes += member.size;
      const job = this.#pack(member);
      job.catch(() => undefined);
      this.#running.set(this.#next, job);
    }
  }

  async #pack(member: Member): Promise<Packed> {
    if (this.#storage.remote) return await readWhole(this.#storage, member, this.#signal);
    if (member.size <= TINY) {
      await this.#turns.next();
      const packed = await guardedMember(this.#signal, async () => packAtOnce(this.#storage, member));
      if (packed) return packed;
    }
    const chunks: Buffer[] = [];
    const reading = await readMember(this.#storage, member, this.#signal, (chunk) => void chunks.push(chunk));
    return { ...reading, chunks };
  }
}
