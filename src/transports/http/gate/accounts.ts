import { accessSync, constants, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { SocketOwners } from './socket-owners.ts';

const ROOT = 0;

/** Whether a connection comes from the account that runs the server. */
export type Standing = 'own' | 'other' | 'unknown';

/** Tells whether this system says which account a connection of the same machine belongs to. */
export function tellsAccounts(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    accessSync('/proc/self/net/tcp', constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Admits the connections of the account that runs the server, and of root, which may do anything anyway. */
export class LocalAccounts {
  readonly #standings = new WeakMap<Socket, Promise<Standing>>();

  constructor(
    private readonly owners: Pick<SocketOwners, 'ownerOf'> = new SocketOwners(),
    private readonly own = process.geteuid?.(),
    private readonly ambiguous = ambiguousAccount(),
  ) {}

  /** Found out once for each connection: its owner stays the same. */
  standingOf(socket: Socket): Promise<Standing> {
    let standing = this.#standings.get(socket);
    if (standing === undefined) {
      standing = this.#find(socket);
      this.#standings.set(socket, standing);
    }
    return standing;
  }

  async #find({ remoteAddress, remotePort, localAddress, localPort }: Socket): Promise<Standing> {
    const uid = await this.owners.ownerOf({ from: [remoteAddress, remotePort], to: [localAddress, localPort] });
    if (uid === undefined || uid === this.ambiguous) return 'unknown';
    return uid === this.own || uid === ROOT ? 'own' : 'other';
  }
}

/** In a user namespace, every account that it does not know is shown as this one. */
function ambiguousAccount(): number | undefined {
  const isWholeMachine = /^\s*0\s+0\s+4294967295\s*$/.test(readText('/proc/self/uid_map'));
  return isWholeMachine ? undefined : Number(readText('/proc/sys/kernel/overflowuid').trim() || 65_534);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
