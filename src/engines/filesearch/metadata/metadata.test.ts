import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modifiedAt, temporaryFolder } from '../testing/folders.ts';
import { allAttributes, fileAttributes, fileInfo } from './metadata.ts';
import { richMetadata } from './rich.ts';

const S = temporaryFolder({
  'note.md': '# Café',
  '.hidden.txt': 'x',
  README: 'plain',
  photo: '\x89PNG',
  'sub/a': '',
  'sub/.b': '',
});
const note = join(S, 'note.md');
modifiedAt(note, '2024-01-05T10:20:30.987Z');
const of = (name: string) => fileAttributes(fileInfo(join(S, name), statSync(join(S, name))));

describe('R24: attributes', () => {
  it('R24, D2: every regular file has the minimum', async () => {
    const state = statSync(note);
    const stamp = '2024-01-05T10:20:30Z';
    const { kMDItemFSCreationDate, kMDItemContentCreationDate, ...rest } = await of('note.md');
    expect(rest).toEqual({
      kMDItemContentModificationDate: stamp,
      kMDItemContentType: 'net.daringfireball.markdown',
      kMDItemContentTypeTree: expect.arrayContaining(['public.plain-text', 'public.item']),
      kMDItemDisplayName: 'note.md',
      kMDItemFSContentChangeDate: stamp,
      kMDItemFSInvisible: 0,
      kMDItemFSName: 'note.md',
      kMDItemFSOwnerGroupID: state.gid,
      kMDItemFSOwnerUserID: state.uid,
      kMDItemFSSize: 7,
      kMDItemKind: 'Markdown document',
      kMDItemLogicalSize: 7,
      kMDItemPath: note,
      kMDItemPhysicalSize: state.blocks * 512,
    });
    expect(kMDItemFSCreationDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(kMDItemContentCreationDate).toBe(kMDItemFSCreationDate);
  });

  it('R24: without a time of birth, the creation is the modification', async () => {
    const info = { ...fileInfo(note, statSync(note)), createdMs: 0 };
    expect(await fileAttributes(info)).toMatchObject({ kMDItemFSCreationDate: '2024-01-05T10:20:30Z' });
  });

  it('R24: a name with a dot in front is invisible', async () => {
    expect(await of('.hidden.txt')).toMatchObject({ kMDItemFSInvisible: 1 });
  });

  it('R41: the first bytes are read where the name does not tell', async () => {
    expect(await of('README')).toMatchObject({
      kMDItemContentType: 'public.plain-text',
      kMDItemKind: 'Plain text document',
    });
    const gone = { ...fileInfo(note, statSync(note)), path: join(S, 'gone') };
    expect(await fileAttributes(gone)).toMatchObject({ kMDItemContentType: 'public.data' });
  });

  it('R22: a date that has no form is left out', async () => {
    const info = { ...fileInfo(note, statSync(note)), modifiedMs: Number.NaN };
    expect(await fileAttributes(info)).not.toHaveProperty('kMDItemFSContentChangeDate');
  });

  it('R24, R26: a directory has a count of its entries', async () => {
    expect(await allAttributes(join(S, 'sub'), richMetadata)).toMatchObject({
      kMDItemContentType: 'public.folder',
      kMDItemContentTypeTree: ['public.folder', 'public.directory', 'public.item'],
      kMDItemFSName: 'sub',
      kMDItemFSNodeCount: 2,
      kMDItemKind: 'Folder',
    });
    expect(await of('note.md')).not.toHaveProperty('kMDItemFSNodeCount');
  });

  it('R52: a pipe is described, but never opened', async () => {
    const pipe = join(S, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(await allAttributes(pipe, richMetadata)).toMatchObject({
      kMDItemFSName: 'pipe',
      kMDItemContentType: 'public.item',
    });
    expect(await fileAttributes({ ...fileInfo(note, statSync(note)), path: pipe })).toMatchObject({
      kMDItemContentType: 'public.data',
    });
  });
});

describe('what a file tells about itself', () => {
  it('is added, and may replace a date', async () => {
    const told = { kMDItemTitle: 'Café', kMDItemContentCreationDate: '1999-01-01T00:00:00Z' };
    expect(await allAttributes(note, async () => told)).toMatchObject({ ...told, kMDItemFSSize: 7 });
  });

  it('R25: its text is never given', async () => {
    expect(await allAttributes(note, async () => ({ kMDItemTextContent: 'secret' }))).not.toHaveProperty(
      'kMDItemTextContent',
    );
  });

  it('R22: NaN and Infinity are dropped', async () => {
    const told = { kMDItemLatitude: Number.NaN, kMDItemLongitude: Infinity, kMDItemTitle: 'x' };
    const all = await allAttributes(note, async () => told);
    expect(all).toMatchObject({ kMDItemTitle: 'x' });
    expect(all).not.toHaveProperty('kMDItemLatitude');
    expect(all).not.toHaveProperty('kMDItemLongitude');
  });

  it('cannot make the call fail', async () => {
    const fail = async () => {
      throw new Error('broken');
    };
    expect(await allAttributes(note, fail)).toEqual(await allAttributes(note, richMetadata));
    mkdirSync(join(S, 'empty'));
    expect(await allAttributes(join(S, 'empty'), fail)).toMatchObject({ kMDItemFSNodeCount: 0 });
  });
});
