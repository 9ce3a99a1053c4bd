import { randomUUID } from 'node:crypto';
import type { Session } from '../../../kernel/session.ts';

export interface SessionOptions {
  /** 0 hands out no sessions, so that any replica can answer any request. */
  readonly maxSessions: number;
  readonly maxSessionsEach: number;
  readonly idleMs: number;
}

/** A request that is being answered. */
export interface Running {
  /** The client's id as JSON text. */
  readonly idText: string;
  cancel(reason: string): void;
}

/** One client's conversation in the handshake era. */
export interface HttpSession {
  readonly id: string;
  /** The endpoint and the principal it belongs to; nobody else can use it. */
  readonly path: string;
  readonly owner: string;
  readonly session: Session;
  readonly running: Set<Running>;
  lastUsed: number;
}

/** The open sessions, those used longest ago first. */
export class Sessions {
  readonly #all = new Map<string, HttpSession>();
  readonly #counts = new Map<string, number>();

  constructor(
    private readonly options: SessionOptions,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get count(): number {
    return this.#all.size;
  }

  get enabled(): boolean {
    return this.options.maxSessions > 0;
  }

  /** Opens a session. One principal's oldest idle session makes room for its newest; undefined when there is no room. */
  open(path: string, owner: string, session: Session): HttpSession | undefined {
    this.sweep();
    const own = this.#counts.get(owner) ?? 0;
    const full = this.#all.size >= this.options.maxSessions || own >= this.options.maxSessionsEach;
    if (full && !this.#closeOldest(owner)) return undefined;
    const opened = { id: randomUUID(), path, owner, session, running: new Set<Running>(), lastUsed: this.now() };
    this.#all.set(opened.id, opened);
    this.#counts.set(owner, (this.#counts.get(owner) ?? 0) + 1);
    return opened;
  }

  /** The session, if it is open and belongs to this endpoint and principal. */
  use(id: string, path: string, owner: string): HttpSession | undefined {
    const found = this.#all.get(id);
    if (found === undefined || found.path !== path || found.owner !== owner) return undefined;
    if (this.#isOver(found)) {
      this.close(found);
      return undefined;
    }
    found.lastUsed = this.now();
    // Used last means closed last.
    this.#all.delete(id);
    this.#all.set(id, found);
    return found;
  }

  close(session: HttpSession): void {
    if (!this.#all.delete(session.id)) return;
    const left = (this.#counts.get(session.owner) ?? 1) - 1;
    if (left === 0) this.#counts.delete(session.owner);
    else this.#counts.set(session.owner, left);
    for (const exchange of session.running) exchange.cancel('the session was closed');
  }

  closeAll(): void {
    for (const session of this.#all.values()) this.close(session);
  }

  /** Closes what has been idle for too long. */
  sweep(): void {
    for (const session of this.#all.values()) {
      if (this.now() - session.lastUsed <= this.options.idleMs) return;
      if (this.#isOver(session)) this.close(session);
    }
  }

  #isOver({ lastUsed, running }: HttpSession): boolean {
    return running.size === 0 && this.now() - lastUsed > this.options.idleMs;
  }

  #closeOldest(owner: string): boolean {
    for (const session of this.#all.values()) {
      if (session.owner !== owner || session.running.size > 0) continue;
      this.close(session);
      return true;
    }
    return false;
  }
}
