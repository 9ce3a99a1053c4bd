import { existsSync } from 'node:fs';
import type { SmallDisk } from '../../harness/small-disk.ts';
import { type Damage, type Disguise, type Fault, moveAside, type Part, replace, restrict } from './damage.ts';
import type { Ground } from './ground.ts';

const DISGUISES: readonly Disguise[] = ['file', 'link', 'dangling link', 'pipe'];
const ALL: readonly Part[] = ['changes', 'reads', 'archives', 'start'];

/** What happens to the folders that the library has besides its books, and to its disks. */
export const STORE_FAULTS: readonly Fault[] = [
  ...folderFaults('archives', ['archives'], /clean/),
  ...folderFaults('.quartet/staging', ['changes', 'start'], /clean|staging/),
  {
    name: 'disk full',
    isPossible: ({ disk }) => disk !== undefined,
    strike: ({ disk }) => full(disk, 'the disk'),
  },
  {
    name: 'disk of the journal full',
    isPossible: ({ journalDisk }) => journalDisk !== undefined,
    strike: ({ journalDisk }) => full(journalDisk, 'the disk of the journal'),
  },
];

function folderFaults(folder: string, mayFail: readonly Part[], verify: RegExp): Fault[] {
  const fault = (how: string, apply: (ground: Ground, path: string) => () => boolean): Fault => ({
    name: `${folder} ${how}`,
    isPossible: (ground) => existsSync(ground.at(folder)),
    strike: (ground) => ({ what: `${folder} is ${how}`, mayFail, verify, mend: apply(ground, ground.at(folder)) }),
  });
  return [
    fault('unreadable', (_, path) => restrict(path, 0o000)),
    fault('unwritable', (_, path) => restrict(path, 0o555)),
    fault('gone', moveAside),
    ...DISGUISES.map((disguise) => fault(`a ${disguise}`, (ground, path) => replace(ground, path, disguise))),
  ];
}

function full(disk: SmallDisk | undefined, name: string): Damage {
  disk?.fill();
  const mend = () => {
    disk?.makeRoom();
    return false;
  };
  return { what: `${name} is full`, mayFail: ALL, verify: /clean|disk|full/, mend };
}
