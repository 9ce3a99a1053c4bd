import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modifiedAt, temporaryFolder } from '../../../engines/filesearch/testing/folders.ts';
import { ask, hint, names } from './testing/call.ts';

const HINT = hint('/');

const S = temporaryFolder({ 'week.txt': 'x', 'sub/day.txt': 'x', 'b.txt': 'x', 'a.txt': 'x', 'year.txt': 'x' });
const now = Date.parse('2024-06-15T12:00:00Z');
modifiedAt(join(S, 'year.txt'), '2023-06-15T12:00:00Z');
modifiedAt(join(S, 'week.txt'), '2024-06-08T12:00:00Z');
modifiedAt(join(S, 'sub/day.txt'), '2024-06-14T12:00:00Z');
for (const name of ['a.txt', 'b.txt']) modifiedAt(join(S, name), '2024-06-10T00:00:00Z');
const recent = async (args: object = {}) => names(await ask('recent_files', { scope: S, ...args }, { now }), S);

describe('recent_files', () => {
  it('R43, R44, R47, D5: the last seven days, newest first, then by path; files only', async () => {
    expect(await recent()).toEqual(['sub/day.txt', 'a.txt', 'b.txt', 'week.txt']);
    expect(names(await ask('recent_files', { scope: S }, { now: now + 1 }), S)).not.toContain('week.txt');
  });

  it('R44: since is part of it', async () => {
    expect(await recent({ since: '2024-06-14T12:00:00Z' })).toEqual(['sub/day.txt']);
    expect(await recent({ since: '2024-06-14T12:00:01Z' })).toEqual([]);
    expect(await recent({ since: '2024-06-14T14:00:00+02:00' })).toEqual(['sub/day.txt']);
  });

  it('R46: a day', async () => {
    expect(await recent({ since: '2024-06-10' })).toEqual(['sub/day.txt', 'a.txt', 'b.txt']);
  });

  it('R47: the future has no files', async () => {
    expect(await recent({ since: '2999-01-01' })).toEqual([]);
  });

  it.each([null, 5, true, ['2999-01-01']])('R45: since %j counts as not given', async (since) => {
    expect(await recent({ since })).toHaveLength(4);
  });

  it('R16: limit', async () => {
    expect(await recent({ limit: 2 })).toEqual(['sub/day.txt', 'a.txt']);
  });
});

describe('R10: recent_files is checked in this order', () => {
  it.each<[string, object, string]>([
    ['E2', { since: 'x' }, `Missing required argument: scope${HINT}`],
    ['E3', { scope: null, since: 'x' }, `Invalid argument: scope must be a non-empty string${HINT}`],
    ['E4', { scope: '..', since: 'x' }, `Invalid argument: scope must be an absolute path (starting with /)${HINT}`],
    ['E5', { scope: `${S}/a.txt`, since: 'x' }, `Invalid argument: Scope is not a directory: ${S}/a.txt${HINT}`],
    ['E7', { scope: S, since: 'x', limit: 'y' }, 'Invalid argument: Invalid ISO 8601 date: x'],
    ['E7', { scope: S, since: '' }, 'Invalid argument: Invalid ISO 8601 date: '],
    [
      'E7',
      { scope: S, since: '2024-02-30T00:00:00Z' },
      'Invalid argument: Invalid ISO 8601 date: 2024-02-30T00:00:00Z',
    ],
  ])('R10, %s: %j', async (_, args, text) => {
    expect(await ask('recent_files', args)).toMatchObject({ text, isError: true });
  });

  it('E11: outside of what is allowed', async () => {
    const told = await ask('recent_files', { scope: S, since: 'x' }, { allow: [join(S, 'sub')] });
    expect(told.text).toBe(`Invalid argument: Path outside scope: ${S}${hint(join(S, 'sub'))}`);
  });
});
