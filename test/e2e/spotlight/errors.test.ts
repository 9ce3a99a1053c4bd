import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../src/engines/filesearch/testing/folders.ts';
import { hint, spotlightServer } from '../../harness/spotlight-server.ts';

const S = temporaryFolder({ 'a.txt': 'x' });
const server = spotlightServer(['--allow', S]);
const file = join(S, 'a.txt');
const HINT = hint(S);
const none = join(S, 'none');
const text = (key: string) => `Invalid argument: ${key} must be a non-empty string`;
const absolute = (key: string) => `Invalid argument: ${key} must be an absolute path (starting with /)${HINT}`;
const KINDS = 'Valid kinds: document, image, video, audio, pdf, code';

describe('every failure is a result with isError and one text', () => {
  it.each<[string, unknown, unknown, string]>([
    ['E1', 'spotlight', {}, 'Unknown tool: spotlight'],
    ['E1', '', {}, 'Unknown tool: '],
    ['E1', 'SEARCH', { query: 'x', scope: S }, 'Unknown tool: SEARCH'],
    ['E2', 'search', {}, 'Missing required argument: query'],
    ['E2', 'search', undefined, 'Missing required argument: query'],
    ['E2', 'search', { query: 'x' }, `Missing required argument: scope${HINT}`],
    ['E2', 'get_metadata', {}, 'Missing required argument: path'],
    ['E2', 'search_by_kind', { scope: S }, 'Missing required argument: kind'],
    ['E2', 'search_by_kind', { kind: 'pdf' }, `Missing required argument: scope${HINT}`],
    ['E2', 'recent_files', {}, `Missing required argument: scope${HINT}`],
    ['E3', 'search', { query: '', scope: S }, text('query')],
    ['E3', 'search', { query: 5, scope: S }, text('query')],
    ['E3', 'search', { query: 'x', scope: null }, `${text('scope')}${HINT}`],
    ['E3', 'get_metadata', { path: [] }, text('path')],
    ['E3', 'search_by_kind', { kind: false, scope: S }, text('kind')],
    ['E3', 'recent_files', { scope: {} }, `${text('scope')}${HINT}`],
    ['E4', 'search', { query: 'x', scope: '~x' }, absolute('scope')],
    ['E4', 'get_metadata', { path: './x' }, absolute('path')],
    ['E4', 'search_by_kind', { kind: 'x', scope: '../x' }, absolute('scope')],
    ['E4', 'recent_files', { scope: 'x', since: 'x' }, absolute('scope')],
    ['E5', 'search', { query: 'x', scope: none }, `Invalid argument: Scope is not a directory: ${none}${HINT}`],
    [
      'E5',
      'search_by_kind',
      { kind: 'x', scope: `${S}/./a.txt` },
      `Invalid argument: Scope is not a directory: ${file}${HINT}`,
    ],
    [
      'E5',
      'recent_files',
      { scope: `${none}\0`, since: 'x' },
      `Invalid argument: Scope is not a directory: ${none}\0${HINT}`,
    ],
    ['E6', 'search_by_kind', { kind: 'Folder', scope: S }, `Invalid argument: Unknown kind: Folder. ${KINDS}`],
    ['E7', 'recent_files', { scope: S, since: 'last week' }, 'Invalid argument: Invalid ISO 8601 date: last week'],
    [
      'detail',
      'search',
      { query: 'x', scope: S, detail: 'more' },
      'Invalid argument: Unknown detail: more. Valid details: brief, full',
    ],
    ['E7', 'recent_files', { scope: S, since: '' }, 'Invalid argument: Invalid ISO 8601 date: '],
    ['E8', 'get_metadata', { path: `${S}//none` }, `File not found: ${S}//none`],
    ['E8', 'get_metadata', { path: `${S}/\0` }, `File not found: ${S}/\0`],
    ['E11', 'search', { query: 'x', scope: '/' }, `Invalid argument: Path outside scope: /${HINT}`],
    ['E11', 'get_metadata', { path: '/etc/passwd' }, `Invalid argument: Path outside scope: /etc/passwd${HINT}`],
  ])('R4, R7, %s: %s %j', async (_, name, args, expected) => {
    const told = await server.told(name, args);
    expect(told).toEqual({ text: expected, isError: true });
  });

  it.each([[[]], ['text'], [5], [true]])('R4: arguments that are no object, such as %j', async (args) => {
    expect(await server.told('search', args)).toMatchObject({ isError: true });
  });
});
