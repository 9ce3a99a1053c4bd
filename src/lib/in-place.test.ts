import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Folder, isInPlace, isInPlaceSync, showsOpenFiles } from './in-place.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'quartet-in-place-')));
afterAll(() => rmSync(top, { recursive: true }));

let count = 0;
function layout() {
  const base = join(top, String(++count));
  for (const name of ['inside', 'outside']) {
    mkdirSync(join(base, name), { recursive: true });
    writeFileSync(join(base, name, 'note.txt'), name);
  }
  return { inside: join(base, 'inside'), outside: join(base, 'outside'), away: join(base, 'away') };
}

async function both(path: string, isShown: boolean, between = () => {}): Promise<[boolean, boolean]> {
  const handle = await open(path);
  const fd = openSync(path, 'r');
  try {
    between();
    return [await isInPlace(handle, path, isShown), isInPlaceSync(fd, path, isShown)];
  } finally {
    closeSync(fd);
    await handle.close();
  }
}

describe.each(showsOpenFiles ? [true, false] : [false])('shown %s', (isShown) => {
  it('holds for what was opened where it lies', async () => {
    const { inside } = layout();
    expect(await both(join(inside, 'note.txt'), isShown)).toEqual([true, true]);
    expect(await both(inside, isShown)).toEqual([true, true]);
  });

  it('does not hold for what was reached through a folder swapped for a link, even when it is swapped back', async () => {
    const { inside, outside, away } = layout();
    renameSync(inside, away);
    symlinkSync(outside, inside);
    const back = () => {
      unlinkSync(inside);
      renameSync(away, inside);
    };
    expect(await both(join(inside, 'note.txt'), isShown)).toEqual([false, false]);
    expect(await both(join(inside, 'note.txt'), isShown, back)).toEqual([false, false]);
  });

  it('does not hold for what has been removed or replaced since', async () => {
    const { inside } = layout();
    const note = join(inside, 'note.txt');
    expect(await both(note, isShown, () => unlinkSync(note))).toEqual([false, false]);
    writeFileSync(note, 'one');
    const replace = () => {
      writeFileSync(`${note}.new`, 'two');
      renameSync(`${note}.new`, note);
    };
    expect(await both(note, isShown, replace)).toEqual([false, false]);
  });
});

describe('a folder that is held', () => {
  it('opens its own files, whatever was put in its place, and follows no link', () => {
    const { inside, outside, away } = layout();
    symlinkSync(join(outside, 'note.txt'), join(inside, 'link.txt'));
    const folder = Folder.open(inside);
    try {
      expect(() => folder.openFile('link.txt')).toThrow();
      renameSync(inside, away);
      symlinkSync(outside, inside);
      if (!showsOpenFiles) return expect(() => folder.openFile('note.txt')).toThrow();
      const file = folder.openFile('note.txt');
      expect(readFileSync(file, 'utf8')).toBe('inside');
      closeSync(file);
    } finally {
      folder.close();
    }
  });

  it.runIf(showsOpenFiles)('opens by its path what lies there, and tells that this was another', () => {
    const { inside, outside, away } = layout();
    symlinkSync(join(outside, 'note.txt'), join(inside, 'link.txt'));
    const folder = Folder.open(inside);
    const read = () => {
      const file = folder.openByPath('note.txt');
      const text = readFileSync(file, 'utf8');
      closeSync(file);
      return [text, folder.isInPlace()];
    };
    try {
      expect(() => folder.openByPath('link.txt')).toThrow();
      expect(read()).toEqual(['inside', true]);
      renameSync(inside, away);
      symlinkSync(outside, inside);
      expect(read()).toEqual(['outside', false]);
    } finally {
      folder.close();
    }
  });
});
