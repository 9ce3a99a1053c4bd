import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Findings } from '../../../engines/filesearch/engine.ts';
import { queryFailed } from '../../../engines/filesearch/failures.ts';
import { modifiedAt, temporaryFolder } from '../../../engines/filesearch/testing/folders.ts';
import { keepingLog } from '../../../kernel/testing/toolsets.ts';
import { ask, hint, names } from './testing/call.ts';

const HINT = hint('/');

const S = temporaryFolder({
  'old.txt': 'A café in Paris',
  'new.txt': 'the CAFÉ again',
  'cafe.md': 'nothing of note',
  'other.txt': 'tea only',
  'sub/both words.txt': 'Paris has a tea house',
});
modifiedAt(join(S, 'old.txt'), '2020-01-01T00:00:00Z');
modifiedAt(join(S, 'new.txt'), '2021-01-01T00:00:00Z');
const file = join(S, 'other.txt');
const TRUST = { complete: true, truncated: false };
const SUMMARY = { ...TRUST, scanned: 5, skipped: 0, engine: 'portable', elapsed_ms: expect.any(Number) };

describe('search', () => {
  it('R5, R19, R21, R23: gives a bare list of flat objects with sorted keys and absolute paths', async () => {
    const told = await ask('search', { query: 'cafe', scope: S });
    expect(names(told, S)).toEqual(['cafe.md', 'new.txt', 'old.txt']);
    const [first] = told.results;
    expect(Object.keys(first ?? {})).toEqual(Object.keys(first ?? {}).sort());
    expect(told.text.startsWith('[{"_path":"/')).toBe(true);
    expect(told.text).toBe(JSON.stringify(told.results));
    expect(first).toMatchObject({ _path: join(S, 'cafe.md'), kMDItemFSName: 'cafe.md', kMDItemFSSize: 15 });
    expect([told.isError, told.remark]).toEqual([false, undefined]);
  });

  it('a hit tells name, size, date, kind, and why it is there', async () => {
    const { results } = await ask('search', { query: 'paris', scope: S });
    expect(results).toEqual([
      {
        _path: join(S, 'sub/both words.txt'),
        kMDItemContentModificationDate: expect.stringMatching(/^2.*Z$/),
        kMDItemFSName: 'both words.txt',
        kMDItemFSSize: 21,
        kMDItemKind: 'Plain text document',
        line: 1,
        snippet: 'Paris has a tea house',
      },
      expect.objectContaining({ _path: join(S, 'old.txt'), line: 1, snippet: 'A café in Paris' }),
    ]);
    const [named] = (await ask('search', { query: 'cafe', scope: S })).results;
    expect(named).toMatchObject({ _path: join(S, 'cafe.md'), matched: 'name' });
    expect(named).not.toHaveProperty('snippet');
    const [words] = (await ask('search', { query: 'words both', scope: S })).results;
    expect(words).toMatchObject({ _path: join(S, 'sub/both words.txt'), matched: 'name' });
  });

  it('what a file says is shown without control characters', async () => {
    const folder = temporaryFolder({ 'a.txt': 'first\n\x1b[31mred\x07 needle\u0085 \x9b2J\u2028', 'b.txt': 'x' });
    const { text, results } = await ask('search', { query: 'needle', scope: folder });
    expect(results[0]).toMatchObject({ line: 2, snippet: '[31mred needle 2J' });
    expect(text).not.toMatch(/\p{Cc}|\\u00/u);
  });

  it('full details: every attribute and no snippet, by the argument or for the whole server', async () => {
    const args = { query: 'paris', scope: S };
    const asked = await ask('search', { ...args, detail: 'full' });
    const served = await ask('search', args, { fullMetadata: true });
    expect(served.text).toBe(asked.text);
    expect(asked.results[0]).toMatchObject({
      kMDItemPath: join(S, 'sub/both words.txt'),
      kMDItemContentTypeTree: expect.any(Array),
    });
    expect(asked.results[0]).toMatchObject({ _why: expect.stringMatching(/title|text/) });
    expect(asked.text).not.toContain('snippet');
    const brief = await ask('search', { ...args, detail: 'brief' }, { fullMetadata: true });
    expect(brief.text).toBe((await ask('search', args)).text);
  });

  it.each([null, '', 5, ['full']])('detail %j counts as not given', async (detail) => {
    expect((await ask('search', { query: 'tea', scope: S, detail })).text).not.toContain('kMDItemPath');
  });

  it('R5: finds nothing as an empty list', async () => {
    expect(await ask('search', { query: 'coffee', scope: S })).toMatchObject({ text: '[]', isError: false });
  });

  it('R59: tells how much was looked at beside the list, and as structure', async () => {
    const { meta, structure, results } = await ask('search', { query: 'cafe', scope: S });
    expect(meta).toEqual({ 'quartet/search': { ...SUMMARY, index_bytes: expect.any(Number) } });
    expect(structure).toEqual({ results, total: 3, more: 0, ...TRUST });
  });

  it('R57, R59: an incomplete search is no error, and is told from an empty one', async () => {
    const late: Findings = {
      hits: [],
      complete: false,
      truncated: false,
      scanned: 3,
      skipped: 1,
      engine: 'x',
      note: 'time ran out',
    };
    const told = await ask('search', { query: 'cafe', scope: S }, { engine: { search: async () => late } });
    const remark = 'Not everything could be searched: time ran out';
    expect(told).toMatchObject({ text: '[]', remark, isError: false });
    expect(told.meta).toMatchObject({ 'quartet/search': { complete: false, skipped: 1, note: 'time ran out' } });
    expect(told.structure).toMatchObject({ complete: false, note: 'time ran out' });
  });

  it('says which query was answered when letters were wrong, to readers of text too', async () => {
    const told = await ask('search', { query: 'parsi house', scope: S });
    expect(names(told, S)[0]).toBe('sub/both words.txt');
    expect(told.structure).toMatchObject({ did_you_mean: 'paris house' });
    expect(told.meta).toMatchObject({ 'quartet/search': { did_you_mean: 'paris house' } });
    expect(told.remark).toBe('Nothing has all words of the query; these are the hits of "paris house".');
    expect((await ask('search', { query: 'paris house', scope: S })).structure).not.toHaveProperty('did_you_mean');
  });

  it('R18: the limit cuts the ordered list, and says so', async () => {
    const told = await ask('search', { query: 'cafe', scope: S, limit: 2 });
    expect(names(told, S)).toEqual(['cafe.md', 'new.txt']);
    expect(told.structure).toMatchObject({ truncated: true });
  });

  it('R6: ignores what it does not know', async () => {
    const told = await ask('search', { query: 'cafe', scope: S, path: 5, filter: { a: 1 }, constructor: 'x' });
    expect(told.results).toHaveLength(3);
  });

  it('R12, D3: white space finds nothing, after everything has been checked', async () => {
    for (const query of [' ', '\n\t \u00a0']) {
      expect(await ask('search', { query, scope: S })).toMatchObject({ text: '[]', isError: false });
      const never = { search: () => Promise.reject(new Error('asked')) };
      expect((await ask('search', { query, scope: S }, { engine: never })).text).toBe('[]');
      expect((await ask('search', { query, scope: file })).text).toContain('Scope is not a directory');
    }
  });

  it('R49: below a link, paths are those where it leads', async () => {
    const link = join(temporaryFolder(), 'link');
    symlinkSync(S, link);
    expect(names(await ask('search', { query: 'tea', scope: link }), S)).toContain('other.txt');
  });

  it('beside full details snippets come only when the client asks for them', async () => {
    const args = { query: 'cafe', scope: S, detail: 'full' };
    const plain = await ask('search', args, { meta: { 'quartet/snippets': 'yes' } });
    expect(plain.text).not.toContain('_snippet');
    const { results } = await ask('search', args, { meta: { 'quartet/snippets': true } });
    expect(results.map(({ _snippet }) => _snippet)).toEqual([
      undefined,
      { end: 8, line: 1, start: 4, text: 'the CAFÉ again' },
      { end: 6, line: 1, start: 2, text: 'A café in Paris' },
    ]);
  });
});

describe('R8: search is checked in this order, and the first failure is the only one', () => {
  it.each<[string, string, string]>([
    ['R7', '{}', 'Missing required argument: query'],
    ['E2', `{"scope":"${S}"}`, 'Missing required argument: query'],
    ['E3', '{"query":"","scope":5}', 'Invalid argument: query must be a non-empty string'],
    ['E3', '{"query":null,"scope":"x"}', 'Invalid argument: query must be a non-empty string'],
    ['E2', '{"query":"x","limit":"y"}', `Missing required argument: scope${HINT}`],
    ['E3', '{"query":"x","scope":""}', `Invalid argument: scope must be a non-empty string${HINT}`],
    ['E3', '{"query":"x","scope":["/"]}', `Invalid argument: scope must be a non-empty string${HINT}`],
    ['E4', '{"query":"x","scope":"./x"}', `Invalid argument: scope must be an absolute path (starting with /)${HINT}`],
    ['E5', `{"query":"x","scope":"${S}/none"}`, `Invalid argument: Scope is not a directory: ${S}/none${HINT}`],
    ['E5', `{"query":"x","scope":"${file}"}`, `Invalid argument: Scope is not a directory: ${file}${HINT}`],
    ['R15', `{"query":"x","scope":"${S}\\u0000"}`, `Invalid argument: Scope is not a directory: ${S}\0${HINT}`],
  ])('R8, %s: %s', async (_, args, text) => {
    expect(await ask('search', args)).toMatchObject({ text, isError: true, structure: undefined });
  });

  it('E2: no arguments at all', async () => {
    expect((await ask('search', undefined)).text).toBe('Missing required argument: query');
  });

  it('E11: outside of what is allowed', async () => {
    const told = await ask('search', { query: 'x', scope: S }, { allow: [join(S, 'sub')] });
    expect(told).toMatchObject({
      text: `Invalid argument: Path outside scope: ${S}${hint(join(S, 'sub'))}`,
      isError: true,
    });
  });

  it('R17: a limit that is no integer is none', async () => {
    expect((await ask('search', `{"query":"cafe","scope":"${S}","limit":"1"}`)).results).toHaveLength(3);
    expect((await ask('search', `{"query":"cafe","scope":"${S}","limit":1.0}`)).results).toHaveLength(1);
  });
});

describe('failures', () => {
  it('E1: an unknown tool', async () => {
    const told = await ask('find', {});
    expect(told).toMatchObject({ text: 'Unknown tool: find', isError: true });
    expect(told.events).toContainEqual({
      level: 'error',
      fields: { tool: 'unknown' },
      message: 'Tool execution failed',
    });
  });

  it('E10: of the engine, with its words', async () => {
    const search = async () => {
      throw queryFailed('executionFailed');
    };
    const told = await ask('search', { query: 'x', scope: S }, { engine: { search } });
    expect(told).toMatchObject({ text: 'Query failed: executionFailed', isError: true });
  });

  it('E10, R4, R62: unexpected ones are results too, and their words go to nobody', async () => {
    const search = async () => {
      throw new Error(`EIO: ${S}/private`);
    };
    const told = await ask('search', { query: 'x', scope: S }, { engine: { search } });
    expect(told).toMatchObject({
      text: 'Query failed: the search engine stopped unexpectedly; try again',
      isError: true,
    });
    expect(JSON.stringify(told.events)).not.toContain('private');
  });

  it('R58: a cancelled call ends as cancelled, and is no failure in the log', async () => {
    const stop = new AbortController();
    const search = (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    const { log, events } = keepingLog();
    const asked = ask('search', { query: 'x', scope: S }, { engine: { search }, signal: stop.signal, log });
    setTimeout(() => stop.abort(new Error('cancelled by the client')), 20);
    await expect(asked).rejects.toThrow('Internal error in search');
    await new Promise((resolve) => setImmediate(resolve));
    expect(events.map(({ message }) => message)).toEqual(['Tool invoked']);
  });
});

describe('R61: the log', () => {
  const said = async (args: unknown, engine = {}) =>
    (await ask('search', args, { engine })).events
      .filter(({ message }) => message !== 'call')
      .map(({ level, fields, message }) => [level, message, fields]);
  const tool = { tool: 'search' };

  it('R61: a call', async () => {
    expect(await said({ query: 'x', scope: S })).toEqual([['debug', 'Tool invoked', tool]]);
  });

  it('R61: arguments that do not fit', async () => {
    for (const args of [{}, { query: '' }, { query: 'x', scope: 'x' }, { query: 'x', scope: file }]) {
      expect(await said(args)).toEqual([
        ['debug', 'Tool invoked', tool],
        ['warn', 'Validation failed', tool],
      ]);
    }
  });

  it('R61: a failed search', async () => {
    const engine = { search: () => Promise.reject(queryFailed('x')) };
    expect(await said({ query: 'x', scope: S }, engine)).toEqual([
      ['debug', 'Tool invoked', tool],
      ['error', 'Tool execution failed', tool],
    ]);
  });
});
