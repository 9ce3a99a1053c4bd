import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modifiedAt, temporaryFolder } from '../../../engines/filesearch/testing/folders.ts';
import { ask, hint, names } from './testing/call.ts';

const HINT = hint('/');

const S = temporaryFolder({
  'photo.JPG': 'x',
  'deep/icon.png': 'x',
  'paper.pdf': '%PDF-1.7',
  'notes.md': 'x',
  'main.ts': 'export {};',
  'film.mp4': 'x',
  'song.flac': 'x',
  'data.bin': '\0',
});
modifiedAt(join(S, 'photo.JPG'), '2020-01-01T00:00:00Z');
modifiedAt(join(S, 'deep/icon.png'), '2021-01-01T00:00:00Z');

describe('search_by_kind', () => {
  it.each([
    ['document', ['notes.md', 'paper.pdf']],
    ['video', ['film.mp4']],
    ['audio', ['song.flac']],
    ['pdf', ['paper.pdf']],
    ['code', ['main.ts']],
  ])('R38, D6: %s', async (kind, expected) => {
    const found = names(await ask('search_by_kind', { kind, scope: S }), S);
    expect(found.sort()).toEqual(expected);
  });

  it('R38, R41: in any case, newest first, also by the first bytes', async () => {
    expect(names(await ask('search_by_kind', { kind: 'IMAGE', scope: S }), S)).toEqual(['deep/icon.png', 'photo.JPG']);
    const bytes = temporaryFolder({ picture: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') });
    expect(names(await ask('search_by_kind', { kind: 'Image', scope: bytes }), bytes)).toEqual(['picture']);
  });

  it('R16, R18: limit', async () => {
    expect((await ask('search_by_kind', { kind: 'image', scope: S, limit: -1 })).results).toHaveLength(1);
  });
});

describe('R9: search_by_kind is checked in this order', () => {
  it.each<[string, object, string]>([
    ['E2', {}, 'Missing required argument: kind'],
    ['E3', { kind: '', scope: 'x' }, 'Invalid argument: kind must be a non-empty string'],
    ['E3', { kind: null }, 'Invalid argument: kind must be a non-empty string'],
    ['E2', { kind: 'nonsense' }, `Missing required argument: scope${HINT}`],
    ['E3', { kind: 'nonsense', scope: 1 }, `Invalid argument: scope must be a non-empty string${HINT}`],
    [
      'E4',
      { kind: 'nonsense', scope: 'x' },
      `Invalid argument: scope must be an absolute path (starting with /)${HINT}`,
    ],
    ['E5', { kind: 'nonsense', scope: `${S}/none` }, `Invalid argument: Scope is not a directory: ${S}/none${HINT}`],
    [
      'E6',
      { kind: 'NonSense', scope: S, limit: 'x' },
      'Invalid argument: Unknown kind: NonSense. Valid kinds: document, image, video, audio, pdf, code',
    ],
    [
      'E6',
      { kind: ' image', scope: S },
      'Invalid argument: Unknown kind:  image. Valid kinds: document, image, video, audio, pdf, code',
    ],
  ])('R9, %s: %j', async (_, args, text) => {
    expect(await ask('search_by_kind', args)).toMatchObject({ text, isError: true });
  });

  it('E11: outside of what is allowed', async () => {
    const told = await ask('search_by_kind', { kind: 'nonsense', scope: S }, { allow: [join(S, 'deep')] });
    expect(told.text).toBe(`Invalid argument: Path outside scope: ${S}${hint(join(S, 'deep'))}`);
  });
});
