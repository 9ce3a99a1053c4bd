import { existsSync } from 'node:fs';
import type { Random } from '../../harness/random.ts';
import type { Subject } from '../crash/keys.ts';
import { type Damage, DISGUISES, type Disguise, type Fault, isBelow, replace, restrict } from './damage.ts';
import type { Ground } from './ground.ts';
import { CHAPTER, HIT, USER } from './subjects.ts';

const UNREADABLE = 0o000;
const READ_ONLY_FILE = 0o444;
const READ_ONLY_FOLDER = 0o555;

/** What happens to one file of a book: a lesson, a summary, a user's own version, an asset. */
export const FILE_FAULTS: readonly Fault[] = [
  {
    name: 'unreadable file',
    strike(ground, random) {
      const target = aFile(ground, random);
      const mend = restrict(ground.at(target.file.key), UNREADABLE);
      return { ...lost(target, mend, 'unreadable'), named: target.file.path };
    },
  },
  {
    name: 'unwritable file',
    strike(ground, random) {
      const { key } = aFile(ground, random).file;
      return { what: `${key} cannot be written`, mend: restrict(ground.at(key), READ_ONLY_FILE) };
    },
  },
  ...DISGUISES.filter((disguise) => disguise !== 'file').map((disguise) => ({
    name: `file replaced by a ${disguise}`,
    strike(ground: Ground, random: Random) {
      const target = aFile(ground, random);
      const damage = lost(target, replace(ground, ground.at(target.file.key), disguise), `a ${disguise}`);
      // Assets may be in folders of any name: such a one is just another.
      const isFolder = target.isAsset && disguise.endsWith('folder');
      return isFolder ? { ...damage, verify: /clean|static/ } : damage;
    },
  })),
];

/** What happens to a folder of a book: a chapter, a user's own versions, the assets, the book. */
export const FOLDER_FAULTS: readonly Fault[] = [
  {
    name: 'unreadable folder',
    strike: (ground, random) => {
      const folder = aFolder(ground, random);
      return allBelow(ground, folder, restrict(folder, UNREADABLE), 'unreadable');
    },
  },
  {
    name: 'unwritable folder',
    strike: (ground, random) => {
      const folder = aFolder(ground, random);
      const { what, affects, mend } = allBelow(ground, folder, restrict(folder, READ_ONLY_FOLDER), 'unwritable');
      return { what, mend, ...(affects && { affects }), verify: /clean/ };
    },
  },
  ...DISGUISES.filter((disguise) => !disguise.endsWith('folder')).map((disguise: Disguise) => ({
    name: `folder replaced by a ${disguise}`,
    strike(ground: Ground, random: Random) {
      const folder = aFolder(ground, random);
      const damage = allBelow(ground, folder, replace(ground, folder, disguise), `a ${disguise}`);
      // Where a file is now, somebody has removed a folder.
      return disguise === 'file' ? { ...damage, verify: /./ } : damage;
    },
  })),
];

function aFile(ground: Ground, random: Random): Subject {
  return random.pick(ground.subjects.filter(({ file, may }) => file.bookId === HIT && may[0] !== null));
}

function lost(target: Subject, mend: () => boolean, how: string): Damage {
  const { key, path } = target.file;
  return { what: `${key} is ${how}`, affects: (subject) => subject === target, verify: mentions(path), mend };
}

const FOLDERS = [CHAPTER, 'content/01-Part', 'content', 'static/img', 'static', 'users', `users/${USER}/content`, ''];

function aFolder(ground: Ground, random: Random): string {
  const folders = FOLDERS.map((name) => ground.at('books', HIT, name).replace(/\/$/, ''));
  return random.pick(folders.filter((folder) => existsSync(folder)));
}

function allBelow(ground: Ground, folder: string, mend: () => boolean, how: string): Damage {
  const name = folder.slice(ground.library.length + 1);
  const affects = (subject: Subject) => isBelow(ground, folder, subject);
  return { what: `${name} is ${how}`, affects, verify: mentions(name.split('/').slice(2).join('/')), mend };
}

function mentions(path: string): RegExp {
  return new RegExp(path.replaceAll('.', '\\.'));
}
