import { describe, expect, it } from 'vitest';
import { json, problemDocument, send } from '../../harness/oj/judge-answers.ts';
import { judgeAndOj } from '../../harness/oj/oj-server.ts';

const { judge, oj } = await judgeAndOj(['--token', 'secret']);

const CALLS: [string, object][] = [
  ['get_daily_challenge', {}],
  ['get_problem', { source: 'leetcode', id: '1' }],
  ['find_similar_problems', { query: 'graphs' }],
  ['resolve_problem', { query: 'two-sum' }],
  ['get_platform_status', {}],
];
const ask = () => oj.told('get_problem', { source: 'leetcode', id: '1' });

describe.each(CALLS)('errors of %s', (name, args) => {
  it.each([400, 401, 403, 404, 405, 408, 409, 410, 418, 422, 429, 431, 451, 500, 501, 502, 503, 504, 599])(
    'R20, S4.2: HTTP %i is a domain error, with and without RFC 7807',
    async (status) => {
      judge.answers(problemDocument({ type: 'about:blank', title: 'Oh', status, detail: 'no' }, status));
      expect(await oj.told(name, args)).toEqual({ text: `[${status}] Oh: no`, isError: true });
      judge.answers(send(status, 'plain words', { 'content-type': 'text/plain' }));
      expect(await oj.told(name, args)).toEqual({ text: `[${status}] plain words`, isError: true });
    },
  );

  it.each([201, 203, 204, 205, 206, 304])('R24: HTTP %i is no success', async (status) => {
    const body = status === 204 || status === 205 || status === 304 ? '' : '{"ok":true}';
    judge.answers(json(body, status));
    expect(await oj.told(name, args)).toEqual({ text: `[${status}] ${body}`, isError: true });
  });

  it('R26: HTTP 202 is an error everywhere but for the daily challenge', async () => {
    judge.answers(json({ retry_after: 30, status: 'fetching' }, 202));
    expect((await oj.told(name, args)).isError).toBe(name !== 'get_daily_challenge');
  });
});

it('R26: a 202 elsewhere is told like any other status', async () => {
  judge.answers(json({ retry_after: 30, status: 'fetching' }, 202));
  expect(await ask()).toEqual({ text: '[202] {"retry_after":30,"status":"fetching"}', isError: true });
});

describe('R21: RFC 7807', () => {
  it.each<[string, object, string]>([
    [
      'all members',
      { status: 404, title: 'Not Found', detail: 'problem not found' },
      '[404] Not Found: problem not found',
    ],
    ['the status of the body counts', { status: 418, title: 'Teapot', detail: 'short' }, '[418] Teapot: short'],
    ['without status the one of HTTP', { title: 'Gone', detail: 'away' }, '[404] Gone: away'],
    ['without detail', { status: 404, title: 'Not Found' }, '[404] Not Found: '],
    ['title alone', { title: 'Not Found' }, '[404] Not Found: '],
    ['empty members', { title: '', detail: '', status: 0 }, '[0] : '],
    ['the largest status', { title: 'T', detail: 'd', status: 65_535 }, '[65535] T: d'],
    ['more members', { title: 'T', detail: 'd', errors: [{ field: 'x' }], type: 'about:blank' }, '[404] T: d'],
    ['as it is, line breaks and all', { title: 'A\nB', detail: ' c\t😀 ' }, '[404] A\nB:  c\t😀 '],
  ])('R21, S4.3: %s', async (_, body, text) => {
    judge.answers(problemDocument(body, 404));
    expect(await ask()).toEqual({ text, isError: true });
    judge.answers(json(body, 404));
    expect(await ask()).toEqual({ text, isError: true });
  });

  it.each([
    '{"status":404,"detail":"no title"}',
    '{"title":404}',
    '{"title":"T","status":"404"}',
    '{"title":"T","status":404.5}',
    '{"title":"T","status":-1}',
    '{"title":"T","status":65536}',
    '{"title":"T","detail":5}',
    '{"title":"T","detail":{"a":1}}',
    '["title"]',
    '"title"',
    'null',
    '17',
    '{"title":"T"',
    '{}',
    '',
  ])('R21: %s is told by the fallback', async (body) => {
    judge.answers(problemDocument(body, 404));
    expect(await ask()).toEqual({ text: `[404] ${body}`, isError: true });
  });
});

describe('R22: the fallback', () => {
  const told = async (body: string | Buffer, type = 'text/plain; charset=utf-8') => {
    judge.answers(send(500, body, { 'content-type': type }));
    const { text, isError } = await ask();
    expect(isError).toBe(true);
    expect(text.startsWith('[500] ')).toBe(true);
    return text.slice('[500] '.length);
  };

  it('R22, S4.4: shows 500 characters, without any suffix', async () => {
    expect(await told('x'.repeat(500))).toBe('x'.repeat(500));
    expect(await told('x'.repeat(501))).toBe('x'.repeat(500));
    expect(await told('y'.repeat(1000))).toBe('y'.repeat(500));
  });

  it('R22, S4.4: counts scalar values and never splits one', async () => {
    expect(await told('😀'.repeat(600))).toBe('😀'.repeat(500));
    expect(await told(`${'x'.repeat(499)}😀`)).toBe(`${'x'.repeat(499)}😀`);
    expect(await told(`${'x'.repeat(499)}😀z`)).toBe(`${'x'.repeat(499)}😀`);
    expect(await told('日'.repeat(501))).toBe('日'.repeat(500));
    expect(await told('e\u0301'.repeat(300))).toBe('e\u0301'.repeat(250));
  });

  it('R22: is used for JSON that is no problem document, too', async () => {
    const body = JSON.stringify({ message: 'x'.repeat(1000) });
    expect(await told(body, 'application/json')).toBe(body.slice(0, 500));
  });

  it('R23: an empty body leaves the blank', async () => {
    judge.answers(send(503, ''));
    expect(await ask()).toEqual({ text: '[503] ', isError: true });
  });

  it('R20, C4: a body that is no UTF-8 is shown as far as it can be', async () => {
    expect(await told(Buffer.from([0x61, 0xff, 0xfe, 0x62]))).toBe('a\ufffd\ufffdb');
    expect(await told(Buffer.from([0x61, 0xc3]), 'application/json')).toBe('a\ufffd');
    expect(await told(Buffer.from('{"title":"\xe4"}', 'latin1'), 'application/json')).toBe('\ufffd: ');
  });
});
