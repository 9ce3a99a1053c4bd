import { open } from 'node:fs/promises';
import { endianness } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];
/** A row can be missed while the table changes under the reader. */
const LOOKS = 3;
const CHUNK_BYTES = 64 * 1024;
const LITTLE = endianness() === 'LE';
const MAPPED_PREFIX = LITTLE ? '0000000000000000FFFF0000' : '00000000000000000000FFFF';

/** One end of a connection and the other, as addresses and ports. */
export interface Ends {
  readonly from: readonly [address: string | undefined, port: number | undefined];
  readonly to: readonly [address: string | undefined, port: number | undefined];
}

interface Waiting {
  readonly key: string;
  looks: number;
  readonly resolve: (uid: number | undefined) => void;
}

/**
 * Finds the account that opened a connection on this machine, in the tables of the Linux kernel. All that wait are
 * answered by one reading, one reading runs at a time, and it rests as long as it took: many connections cost no more than few.
 */
export class SocketOwners {
  #waiting: Waiting[] = [];
  #isReading = false;

  constructor(private readonly tables: readonly string[] = TABLES) {}

  /** The user id behind `from`; undefined when the tables do not tell. */
  ownerOf({ from, to }: Ends): Promise<number | undefined> {
    const key = `${endOf(from)} ${endOf(to)}`;
    if (key.includes('?')) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#waiting.push({ key, looks: 0, resolve });
      if (!this.#isReading) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isReading = true;
    while (this.#waiting.length > 0) {
      const started = performance.now();
      const asked = this.#waiting.splice(0);
      const found = await this.#read(new Set(asked.map(({ key }) => key)));
      for (const one of asked) {
        one.looks++;
        const uid = found.get(one.key);
        if (uid === undefined && one.looks < LOOKS) this.#waiting.push(one);
        else one.resolve(uid);
      }
      if (this.#waiting.length > 0) await sleep(performance.now() - started);
    }
    this.#isReading = false;
  }

  async #read(wanted: ReadonlySet<string>): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const table of this.tables) {
      if (found.size < wanted.size) await lookThrough(table, wanted, found).catch(() => {});
    }
    return found;
  }
}

/** Adds the owners of wanted connections to `found`. Only pieces that name a wanted port are taken apart. */
async function lookThrough(table: string, wanted: ReadonlySet<string>, found: Map<string, number>): Promise<void> {
  const ports = new Set(Array.from(wanted, (key) => `${key.slice(-5)} `));
  const file = await open(table);
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let rest = '';
    while (found.size < wanted.size) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) return;
      const text = rest + buffer.toString('latin1', 0, bytesRead);
      const end = text.lastIndexOf('\n') + 1;
      rest = text.slice(end);
      if (Array.from(ports).some((port) => text.includes(port))) readRows(text.slice(0, end), wanted, found);
    }
  } finally {
    await file.close();
  }
}

function readRows(text: string, wanted: ReadonlySet<string>, found: Map<string, number>): void {
  for (const row of text.split('\n')) {
    const [, from = '', to = '', , , , , uid, , inode] = row.trimStart().split(/ +/);
    const key = `${withoutPrefix(from)} ${withoutPrefix(to)}`;
    // A socket that its process has closed has no inode, and says 0 where its owner was.
    if (wanted.has(key) && inode !== undefined && inode !== '0') found.set(key, Number(uid));
  }
}

function withoutPrefix(end: string): string {
  return end.startsWith(MAPPED_PREFIX) ? end.slice(MAPPED_PREFIX.length) : end;
}

/** An address and a port as the tables write them: words of 32 bits in the order of the machine. */
function endOf([address = '', port = 0]: Ends['from']): string {
  return `${wordsOf(address.replace(/^::ffff:/i, ''))}:${port.toString(16).toUpperCase().padStart(4, '0')}`;
}

function wordsOf(address: string): string {
  if (address === '::1') return `${'0'.repeat(24)}${LITTLE ? '01000000' : '00000001'}`;
  const bytes = address.split('.').map(Number);
  if (bytes.length !== 4 || bytes.some(Number.isNaN)) return '?';
  if (LITTLE) bytes.reverse();
  return Buffer.from(bytes).toString('hex').toUpperCase();
}
