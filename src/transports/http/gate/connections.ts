import type { Socket } from 'node:net';
import { addressOf, neighbourhoodOf } from './guards.ts';

/** The open connections, and how many each address has. */
export class Connections {
  readonly sockets = new Set<Socket>();
  /** Connections that were closed at once. */
  refused = 0;
  readonly #counts = new Map<string, number>();

  constructor(
    private readonly maxPerAddress: number,
    /** Behind a proxy are many clients. */
    private readonly isProxy: (address: string) => boolean,
  ) {}

  /** Takes in a new connection, or closes it when its address has too many. */
  add(socket: Socket): void {
    const address = addressOf(socket);
    const key = neighbourhoodOf(address);
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.maxPerAddress && !this.isProxy(address)) {
      this.refused++;
      socket.destroy();
      return;
    }
    this.sockets.add(socket);
    this.#counts.set(key, count + 1);
    socket.once('close', () => this.#remove(socket, key));
  }

  #remove(socket: Socket, key: string): void {
    this.sockets.delete(socket);
    const left = (this.#counts.get(key) ?? 1) - 1;
    if (left === 0) this.#counts.delete(key);
    else this.#counts.set(key, left);
  }
}
