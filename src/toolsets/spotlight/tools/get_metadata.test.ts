import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../engines/filesearch/testing/folders.ts';
import { ask, hint } from './testing/call.ts';

const S = temporaryFolder({ 'note.md': '# x', 'sub/a.txt': 'x' });
const HINT = hint(S);
const outside = temporaryFolder({ 'secret.txt': 'x' });
symlinkSync(join(S, 'note.md'), join(S, 'link'));
symlinkSync(join(outside, 'secret.txt'), join(S, 'escape'));
symlinkSync(join(S, 'nowhere'), join(S, 'dangling'));
const tell = (path: unknown, allow = [S]) => ask('get_metadata', { path }, { allow });

describe('get_metadata', () => {
  it('R5, R20, R21, R24: gives one flat object with sorted keys and without _path', async () => {
    const { text, structure, isError } = await tell(join(S, 'note.md'));
    const told = JSON.parse(text) as Record<string, unknown>;
    expect(text).toBe(JSON.stringify(told));
    expect(Object.keys(told)).toEqual(Object.keys(told).sort());
    expect(told).not.toHaveProperty('_path');
    expect(told).toMatchObject({ kMDItemFSName: 'note.md', kMDItemPath: join(S, 'note.md'), kMDItemFSSize: 3 });
    expect(structure).toEqual(told);
    expect(isError).toBe(false);
  });

  it('R26: takes directories', async () => {
    expect((await tell(join(S, 'sub'))).structure).toMatchObject({ kMDItemFSNodeCount: 1, kMDItemKind: 'Folder' });
  });

  it('R26: follows a link', async () => {
    expect((await tell(join(S, 'link'))).structure).toMatchObject({ kMDItemFSName: 'note.md', kMDItemFSSize: 3 });
  });
});

describe('R11: get_metadata is checked in this order', () => {
  it.each<[string, object, string]>([
    ['E2', {}, 'Missing required argument: path'],
    ['E2', { scope: S }, 'Missing required argument: path'],
    ['E3', { path: '' }, 'Invalid argument: path must be a non-empty string'],
    ['E3', { path: null }, 'Invalid argument: path must be a non-empty string'],
    ['E3', { path: { a: 1 } }, 'Invalid argument: path must be a non-empty string'],
    ['E4', { path: 'none' }, `Invalid argument: path must be an absolute path (starting with /)${HINT}`],
    ['E8', { path: `${S}//none/` }, `File not found: ${S}//none/`],
    ['R15', { path: `${S}/\0` }, `File not found: ${S}/\0`],
    ['R26', { path: join(S, 'dangling') }, `File not found: ${join(S, 'dangling')}`],
    [
      'E11',
      { path: join(outside, 'secret.txt') },
      `Invalid argument: Path outside scope: ${join(outside, 'secret.txt')}${HINT}`,
    ],
    ['E11', { path: join(S, 'escape') }, `Invalid argument: Path outside scope: ${join(S, 'escape')}${HINT}`],
    ['E11', { path: `${S}/../x` }, `Invalid argument: Path outside scope: ${join(S, '..', 'x')}${HINT}`],
  ])('R11, %s: %j', async (_, args, text) => {
    expect(await ask('get_metadata', args, { allow: [S] })).toMatchObject({ text, isError: true });
  });

  it('R61: a missing file is a failed call', async () => {
    expect((await tell(join(S, 'none'))).events).toContainEqual({
      level: 'error',
      fields: { tool: 'get_metadata' },
      message: 'Tool execution failed',
    });
  });
});
