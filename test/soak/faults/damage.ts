import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Random } from '../../harness/random.ts';
import type { Subject } from '../crash/keys.ts';
import type { Ground } from './ground.ts';

/** What was done to a library, and what it may cost. */
export interface Damage {
  /** For the history of a run. */
  readonly what: string;
  /** Files that need not be served; by default all are. */
  affects?(subject: Subject): boolean;
  /** What else may fail, each time with a failure that tells why; by default nothing. */
  readonly mayFail?: readonly Part[];
  /** What answers about a whole book must name, because they cannot show it. */
  readonly named?: string;
  /** What `verify` says of it; by default that the library is in order. */
  readonly verify?: RegExp;
  /** Whether a server that starts meanwhile may work on another journal, so that it must be started again. */
  readonly misleads?: boolean;
  /** Whether only a server that runs already may be exposed to it. */
  readonly isForServerOnly?: boolean;
  /** Takes the damage back, and nothing that was acknowledged meanwhile; true when affected files are what they were before. */
  mend(): boolean;
}

/** Changes of unaffected files, reads of them, archives, the start of a server. */
export type Part = 'changes' | 'reads' | 'archives' | 'start';

export interface Fault {
  readonly name: string;
  /** Whether it can be done here. */
  isPossible?(ground: Ground): boolean;
  strike(ground: Ground, random: Random): Damage;
}

/** Ways to put something else in the place of a file or folder. */
export const DISGUISES = ['folder', 'full folder', 'link', 'dangling link', 'pipe', 'file'] as const;
export type Disguise = (typeof DISGUISES)[number];

/** Moves something aside and puts something else in its place; gives how to put it back. */
export function replace(ground: Ground, path: string, disguise: Disguise): () => boolean {
  const putBack = moveAside(ground, path);
  plant(ground, path, disguise);
  const planted = lstatSync(path).ino;
  return () => {
    if (lstatSync(path, { throwIfNoEntry: false })?.ino === planted) rmSync(path, { recursive: true });
    for (const part of ['', '-wal', '-shm']) rmSync(nowhere(ground) + part, { recursive: true, force: true });
    return putBack();
  };
}

/** Moves something aside; gives how to put it back, unless a server has put something else there, which was acknowledged. */
export function moveAside(ground: Ground, path: string): () => boolean {
  const aside = ground.asideOf(path);
  renameSync(path, aside);
  return () => {
    const isFree = !existsSync(path);
    if (isFree) renameSync(aside, path);
    else rmSync(aside, { recursive: true, force: true });
    return isFree;
  };
}

function nowhere(ground: Ground): string {
  return join(ground.folder, 'nowhere');
}

function plant(ground: Ground, path: string, disguise: Disguise): void {
  if (disguise === 'pipe') execFileSync('mkfifo', ['-m', '666', path]);
  else if (disguise === 'file') writeFileSync(path, 'not what you expect');
  else if (disguise === 'dangling link') symlinkSync(nowhere(ground), path);
  else if (disguise === 'link') symlinkSync(ground.asideOf(path), path);
  else ground.makeFolder(path);
  if (disguise === 'full folder') {
    writeFileSync(join(path, 'something.md'), 'not what you expect');
    ground.giveAway(join(path, 'something.md'));
  }
}

/** Takes rights away; gives how to give them back. */
export function restrict(path: string, mode: number): () => boolean {
  const before = statSync(path);
  chmodSync(path, mode);
  return () => {
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there?.ino === before.ino) chmodSync(path, before.mode);
    return false;
  };
}

/** Whether a file is below a folder of the library. */
export function isBelow(ground: Ground, folder: string, { file }: Subject): boolean {
  return `${dirname(ground.at(file.key))}/`.startsWith(`${folder}/`);
}
