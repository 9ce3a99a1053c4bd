import type { Chance } from './chance.ts';

/** The bytes of a file, whatever names it has. */
export interface Inode {
  readonly ino: number;
  bytes: Buffer;
  readonly mtime: number;
  ctime: number;
  isSynced: boolean;
}

/** One change of names: a file made, moved or removed. Both names of a move change together. */
export interface NameChange {
  readonly names: readonly (readonly [name: string, inode: Inode | undefined])[];
}

/** What an unsynced file may hold after a power cut. */
export type Damage = 'whole' | 'empty' | 'torn' | 'zeros';
const DAMAGES: readonly Damage[] = ['whole', 'whole', 'empty', 'torn', 'zeros'];

/**
 * Files as the system shows them, and as they are on the disk. Until a folder is synced, each change of its names may be lost, together with all later ones of
 * the same names; until a file is synced, any part of its bytes.
 */
export class SimDisk {
  #shown = new Map<string, Inode>();
  #durable = new Map<string, Inode>();
  #pending: NameChange[] = [];
  #inodes = 0;
  /** Does a sync of a folder do anything? A planted bug says no. */
  syncsFolders = true;

  get(name: string): Inode | undefined {
    return this.#shown.get(name);
  }

  names(prefix: string): string[] {
    return [...this.#shown.keys()].filter((name) => name.startsWith(prefix)).sort();
  }

  create(name: string, bytes: Buffer, time: number, isSynced: boolean): Inode {
    const inode = { ino: ++this.#inodes, bytes, mtime: time, ctime: time, isSynced };
    this.#change([[name, inode]]);
    return inode;
  }

  move(from: string, to: string, time: number): Inode | undefined {
    const inode = this.#shown.get(from);
    if (inode === undefined) return undefined;
    inode.ctime = time;
    this.#change([
      [from, undefined],
      [to, inode],
    ]);
    return inode;
  }

  remove(name: string): boolean {
    if (!this.#shown.has(name)) return false;
    this.#change([[name, undefined]]);
    return true;
  }

  /** Brings the names in a folder to the disk. */
  syncFolder(folder: string): void {
    if (this.syncsFolders) this.#settle(({ names }) => names.some(([name]) => folderOf(name) === folder));
  }

  syncFile(name: string): void {
    const inode = this.#shown.get(name);
    if (inode) inode.isSynced = true;
  }

  /** What may be lost, the oldest first. */
  get pending(): readonly NameChange[] {
    return this.#pending;
  }

  /** The unsynced files that are named on the disk or may be. */
  unsynced(): Inode[] {
    const all = [...this.#durable.values(), ...this.#pending.flatMap(({ names }) => names.map(([, inode]) => inode))];
    return [...new Set(all)].filter((inode) => inode !== undefined).filter((inode) => !inode.isSynced);
  }

  powerCut(chance: Chance): void {
    const share = chance.pick([0, 0.3, 0.7, 1]);
    this.cut(
      () => chance.isTrue(share),
      () => chance.pick(DAMAGES),
    );
  }

  /** Loses the changes of names that are not kept, with all that depend on them, and damages files that were not synced. */
  cut(keeps: (change: NameChange, at: number) => boolean, damage: (inode: Inode) => Damage): void {
    const touched = new Set<string>();
    const unsynced = this.unsynced();
    const kept = new Set(
      this.#pending.filter((change, at) => {
        const isKept = !change.names.some(([name]) => touched.has(name)) && keeps(change, at);
        if (!isKept) for (const [name] of change.names) touched.add(name);
        return isKept;
      }),
    );
    this.#settle((change) => kept.has(change));
    this.#pending = [];
    this.#shown = new Map(this.#durable);
    for (const inode of unsynced) {
      inode.bytes = damaged(inode.bytes, damage(inode));
      inode.isSynced = true;
    }
  }

  /** The same once more, for another end. */
  copy(): SimDisk {
    const copies = new Map<Inode, Inode>();
    const copyOf = (inode: Inode) => {
      const known = copies.get(inode) ?? { ...inode };
      copies.set(inode, known);
      return known;
    };
    const disk = new SimDisk();
    disk.#shown = new Map([...this.#shown].map(([name, inode]) => [name, copyOf(inode)]));
    disk.#durable = new Map([...this.#durable].map(([name, inode]) => [name, copyOf(inode)]));
    disk.#pending = this.#pending.map(({ names }) => ({
      names: names.map(([name, inode]) => [name, inode && copyOf(inode)] as const),
    }));
    disk.#inodes = this.#inodes;
    return disk;
  }

  #change(names: NameChange['names']): void {
    this.#pending.push({ names });
    for (const [name, inode] of names) setOrDelete(this.#shown, name, inode);
  }

  #settle(isSettled: (change: NameChange) => boolean): void {
    this.#pending = this.#pending.filter((change) => {
      if (!isSettled(change)) return true;
      for (const [name, inode] of change.names) setOrDelete(this.#durable, name, inode);
      return false;
    });
  }
}

function setOrDelete(map: Map<string, Inode>, name: string, inode: Inode | undefined): void {
  if (inode === undefined) map.delete(name);
  else map.set(name, inode);
}

export function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}

function damaged(bytes: Buffer, damage: Damage): Buffer {
  if (damage === 'whole') return bytes;
  if (damage === 'empty') return Buffer.alloc(0);
  if (damage === 'zeros') return Buffer.alloc(bytes.length);
  return bytes.subarray(0, bytes.length >> 1);
}
