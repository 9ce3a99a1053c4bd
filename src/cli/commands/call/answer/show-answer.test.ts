import { describe, expect, it } from 'vitest';
import type { CallResult } from '../../../../kernel/call.ts';
import { painter } from '../../../../lib/paint.ts';
import { displayWidth } from '../../../terminal/width.ts';
import { shownAnswer } from './show-answer.ts';

const HASH = 'ab'.repeat(32);

/** What somebody sees of an answer whose text is the JSON of its data. */
function shown(tool: string, data: unknown, { remark = '', columns = 60, args = {} } = {}): Promise<string> {
  const structuredContent = (Array.isArray(data) ? { result: data as unknown[] } : data) as Record<string, unknown>;
  const content = [JSON.stringify(data), ...(remark ? [remark] : [])].map((text) => ({ type: 'text' as const, text }));
  return shownAnswer({ tool, args, result: { content, structuredContent } }, { columns, paint: painter(false) });
}

function said(tool: string, result: CallResult, args = {}): Promise<string> {
  return shownAnswer({ tool, args, result }, { columns: 60, paint: painter(false) });
}

const ofText = (text: string): CallResult => ({ content: [{ type: 'text', text }] });

describe('an answer at a terminal', () => {
  it('fields, then lists; hashes are short in a table, moments are in UTC', async () => {
    const data = {
      status: 'changed',
      summary: { total: 2, valid: true },
      changed: [
        { path: 'a.md', sha256: HASH, at: '2026-03-01T08:30:00.123Z' },
        { path: 'b.md', sha256: HASH, at: '2026-03-02T08:30:00Z' },
      ],
      deleted: [],
    };
    expect(await shown('some_tool', data)).toBe(`status         changed
summary.total  2
summary.valid  yes

changed
path  sha256         at (UTC)
────  ─────────────  ────────────────
a.md  abababababab…  2026-03-01 08:30
b.md  abababababab…  2026-03-02 08:30

deleted
(none)
`);
  });

  it('a list of texts is lines, and how it goes on can be copied', async () => {
    const remark = `There is more: cursor=${'x'.repeat(100)}`;
    expect(await shown('glob_search', ['one.md', 'two\u001b.md'], { remark })).toBe(
      `one.md\ntwo\\u001b.md\n\n${remark}\n`,
    );
  });

  it('matching lines stand below their file', async () => {
    const hit = (file_path: string, line_number: number, matched_line: string) => ({
      file_path,
      line_number,
      matched_line,
    });
    expect(await shown('grep_search', [hit('a.md', 3, '  one'), hit('a.md', 12, 'two'), hit('b.md', 1, 'three')])).toBe(
      'a.md\n   3  one\n  12  two\n\nb.md\n   1  three\n',
    );
  });

  it('lessons are rendered, one below the other', async () => {
    const lesson = {
      content: '# T\n\ntext',
      file_size: 2048,
      last_modified: '2026-03-01T08:30:00Z',
      file_hash_sha256: HASH,
    };
    const one = `T\n═\n\ntext\n\n2.0 KB · changed 2026-03-01 08:30 UTC\nhash ${HASH}\n`;
    expect(await shown('read_content', lesson)).toBe(one);
    const two = [
      { path: 'a.md', ...lesson },
      { path: 'b.md', ...lesson },
    ];
    expect(await shown('read_content', two)).toBe(`▌ a.md\n\n${one}\n▌ b.md\n\n${one}`);
  });

  it('a search that found nothing, too little or too late says so', async () => {
    const found = (results: object[], more: object) => shown('search', { results, ...more });
    expect(await found([], { complete: true })).toBe('No file was found.\n');
    expect(await found([{ _path: '/x' }], { complete: false, truncated: true })).toMatch(
      /1 file\. There are more: limit=N .* Not everything could be searched in time/,
    );
  });

  it('sentences are wrapped, Markdown is rendered, a file is shown as it is', async () => {
    expect(await said('add', ofText('word '.repeat(20).trim()))).toBe(
      `${'word '.repeat(12).trim()}\n${'word '.repeat(8).trim()}\n`,
    );
    expect(await said('get_problem', ofText('# Sum\n\n- Source: x'))).toBe('Sum\n═══\n\n• Source: x\n');
    expect(await said('preview_file', ofText('# not a heading\n\tx'), { path: '/etc/profile' })).toBe(
      '# not a heading\n    x\n',
    );
    expect(await said('preview_file', ofText('# Heading'), { path: '/a.md' })).toBe('Heading\n═══════\n');
  });

  it('an error is a sentence with what belongs to it, and the next step', async () => {
    const text = JSON.stringify({ error: 'X', code: 'NOT_FOUND', message: 'There is no such lesson.', path: 'a.md' });
    expect(await said('read_content', { ...ofText(text), isError: true })).toBe(
      'There is no such lesson.\ncode  NOT_FOUND\npath  a.md\nWhat it takes: quartet call read_content --help\n',
    );
  });

  it('a table that has no room becomes a list of fields', async () => {
    const row = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`field_${at}`, `some words of column ${at}`]));
    const text = await shown('some_tool', [row, row], { columns: 40 });
    expect(text).toContain('field_0  some words of column 0\nfield_1');
    expect(text.split('\n').every((line) => displayWidth(line) <= 40)).toBe(true);
  });
});
