import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inStaging, Publisher, writeStaged } from './change.ts';
import { Folder, type Root } from './folder.ts';
import { SharedFolders } from './shared-folders.ts';

/** Something happens to a folder when it has been opened for a write, and before the file is moved there. */
class Interfered extends SharedFolders {
  interfere: (() => void) | undefined;

  override inMade<T>(names: readonly string[], work: (folder: Folder) => Promise<T | undefined>): Promise<T> {
    return super.inMade(names, (folder) => {
      if (names.at(-1) === 'chapter') {
        this.interfere?.();
        this.interfere = undefined;
      }
      return work(folder);
    });
  }
}

let root: Root;
let folders: Interfered;
let chapter: string;
beforeEach(() => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'quartet-by-path-')));
  root = { path, anchored: false, folds: false, tellsChanges: false };
  folders = new Interfered(root);
  chapter = join(path, 'books/b/chapter');
  mkdirSync(chapter, { recursive: true });
});
afterEach(() => rmSync(root.path, { recursive: true }));

function publish(): Promise<{ readonly size: number }> {
  return inStaging(folders, async (staging) => {
    const staged = await writeStaged(staging, Buffer.from('lesson'));
    return new Publisher(root, folders).publish(staging, staged, 'books/b/chapter/01.md', undefined);
  });
}

it('a folder that neighbours have removed and made anew has the file all the same', async () => {
  folders.interfere = () => {
    rmdirSync(chapter);
    mkdirSync(chapter);
  };
  expect(await publish()).toMatchObject({ size: 6 });
  expect(readFileSync(join(chapter, '01.md'), 'utf8')).toBe('lesson');
});

it('a folder that neighbours have removed is made again', async () => {
  folders.interfere = () => rmdirSync(chapter);
  expect(await publish()).toMatchObject({ size: 6 });
  expect(readFileSync(join(chapter, '01.md'), 'utf8')).toBe('lesson');
});

it('a file that went where an exchanged folder led to is reported', async () => {
  const outside = join(root.path, 'outside');
  mkdirSync(outside);
  folders.interfere = () => {
    renameSync(chapter, `${chapter}-kept`);
    renameSync(outside, chapter);
  };
  // The folder comes back before the file is looked for.
  const held = vi.spyOn(Folder.prototype, 'held').mockImplementationOnce(async () => {
    renameSync(chapter, outside);
    renameSync(`${chapter}-kept`, chapter);
    return false;
  });
  try {
    await expect(publish()).rejects.toThrow('was exchanged');
    expect(readdirSync(outside)).toEqual(['01.md']);
  } finally {
    held.mockRestore();
  }
});
