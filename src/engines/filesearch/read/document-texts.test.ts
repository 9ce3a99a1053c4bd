import { lstatSync, utimesSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CandidateList } from '../index/candidate-list.ts';
import { Directory, FileEntry, StatTable } from '../index/entries.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { DocumentTexts } from './document-texts.ts';

const clock = { now: () => Date.now() + 60_000, grainMs: 20 };

/** Texts whose reader notes what it was asked. */
function texts(capacity = 1 << 20, text = 'read') {
  const asked: string[] = [];
  const read = async (path: string) => {
    asked.push(path);
    const units = new SharedArrayBuffer(text.length * 2);
    Buffer.from(units).write(text, 'utf16le');
    const { size, mtimeMs, ctimeMs, ino } = lstatSync(path);
    return { text: units, stamp: { size, mtimeMs, ctimeMs, ino } };
  };
  return { asked, texts: new DocumentTexts(capacity, clock, read) };
}

function unseen(folder: string, name: string): FileEntry {
  const candidates = new CandidateList();
  candidates.add(folder + sep, name);
  return candidates.entries[0] as FileEntry;
}

function seen(folder: string, name: string): FileEntry {
  const { size, mtimeMs, ctimeMs, ino } = lstatSync(join(folder, name));
  return new FileEntry(new Directory(folder, undefined, new StatTable()), name, { size, mtimeMs, ctimeMs, ino });
}

describe('texts of documents', () => {
  it('that a first search has read are there for the next, until the file changes', async () => {
    const folder = temporaryFolder({ 'a.gz': gzipSync('x') });
    const { asked, texts: kept } = texts();
    expect(await kept.of(unseen(folder, 'a.gz'))).toMatchObject({ text: 'read' });
    expect(await kept.of(seen(folder, 'a.gz'))).toMatchObject({ text: 'read' });
    expect(asked).toHaveLength(1);
    writeFileSync(join(folder, 'a.gz'), gzipSync('more than before'));
    utimesSync(join(folder, 'a.gz'), 1, 1);
    await kept.of(seen(folder, 'a.gz'));
    expect(asked).toHaveLength(2);
  });

  it('that take a great part of the room are not kept', async () => {
    const folder = temporaryFolder({ 'a.gz': gzipSync('x'), 'b.gz': gzipSync('y') });
    const { asked, texts: kept } = texts(4000, 'x'.repeat(1000));
    for (let round = 0; round < 2; round++) await kept.of(seen(folder, 'a.gz'));
    expect([asked.length, kept.bytes]).toEqual([2, 0]);
  });

  it('are read at once where that is quick, and nobody is asked', () => {
    const folder = temporaryFolder({
      'a.eml': 'Subject: here\n\nand now',
      'b.jpg': 'no picture',
      'c.gz': 'not packed',
    });
    const { asked, texts: kept } = texts();
    expect(kept.of(unseen(folder, 'a.eml'))).toEqual({ text: 'here\nand now', ascii: false });
    expect(kept.of(unseen(folder, 'b.jpg'))).toBeUndefined();
    expect(kept.of(unseen(folder, 'c.gz'))).toBeUndefined();
    expect(kept.of(unseen(folder, 'gone.eml'))).toBe('gone');
    expect(asked).toEqual([]);
  });

  it('of large mails are read elsewhere, of huge ones as they are', async () => {
    const large = Buffer.alloc(2 << 20, 'Subject: x\n\n');
    const folder = temporaryFolder({ 'a.eml': large, 'b.eml': Buffer.concat(Array.from({ length: 20 }, () => large)) });
    const { asked, texts: kept } = texts();
    expect(await kept.of(unseen(folder, 'a.eml'))).toMatchObject({ text: 'read' });
    expect(kept.of(unseen(folder, 'b.eml'))).toBeUndefined();
    expect(asked).toEqual([join(folder, 'a.eml')]);
  });
});
