import { describe, expect, it } from 'vitest';
import { TWO_SUM, TWO_SUM_FIELDS, TWO_SUM_TEXT } from '../../../src/toolsets/oj/testing/samples.ts';
import { json, send } from '../../harness/oj/judge-answers.ts';
import { judgeAndOj, OjServer } from '../../harness/oj/oj-server.ts';

const { judge, oj } = await judgeAndOj();
const { source: _, ...DAILY } = { ...TWO_SUM, date: '2026-01-01', domain: 'com' };
const utcToday = () => new Date().toISOString().slice(0, 10);

describe('T1: the request', () => {
  it('R34: holds domain and date, in this order', async () => {
    judge.answers(json(DAILY));
    await oj.told('get_daily_challenge', { date: '2026-01-05', domain: 'cn' });
    expect(judge.urls).toEqual(['/api/v1/daily?domain=cn&date=2026-01-05']);
  });

  it.each([undefined, {}, { domain: null, date: null }, { unknown: 1 }])(
    'R33, R35, T1: %j means com and the UTC day of now',
    async (args) => {
      judge.answers(json(DAILY));
      const days = [utcToday()];
      await oj.told('get_daily_challenge', args);
      days.push(utcToday());
      expect(days.map((day) => `/api/v1/daily?domain=com&date=${day}`)).toContain(judge.urls[0]);
    },
  );

  it.each<[string, string, string, string]>([
    ['23:30 UTC, when it is tomorrow in UTC+14', 'Pacific/Kiritimati', '2025-12-31T23:30:00Z', '2025-12-31'],
    ['just before midnight', 'Pacific/Kiritimati', '2026-02-28T23:59:59.999Z', '2026-02-28'],
    ['midnight', 'America/Los_Angeles', '2026-03-01T00:00:00Z', '2026-03-01'],
    ['00:30 UTC, when it is yesterday in UTC-11', 'Pacific/Pago_Pago', '2026-01-01T00:30:00Z', '2026-01-01'],
    ['a leap day', 'Asia/Shanghai', '2028-02-29T16:00:00Z', '2028-02-29'],
  ])('R36, T1, C7: the UTC day at %s', async (_, zone, now, day) => {
    judge.answers(json(DAILY));
    const clock = `data:text/javascript,Date.now=()=>${Date.parse(now)}`;
    const env = { TZ: zone, NODE_OPTIONS: `--import=${clock}`, RUST_LOG: 'off' };
    const elsewhere = new OjServer(['--base-url', judge.origin], env);
    await elsewhere.told('get_daily_challenge');
    await elsewhere.told('get_daily_challenge', { domain: 'cn' });
    await elsewhere.process.end();
    expect(judge.urls).toEqual([`/api/v1/daily?domain=com&date=${day}`, `/api/v1/daily?domain=cn&date=${day}`]);
  });
});

describe('T1: the answer', () => {
  it('R37, R46, T1: has the template of a problem, from leetcode', async () => {
    judge.answers(json(DAILY));
    expect((await oj.call('get_daily_challenge', { date: '2026-01-01' })).result).toEqual({
      content: [{ type: 'text', text: TWO_SUM_TEXT }],
      structuredContent: { status: 'ready', problem: TWO_SUM_FIELDS },
    });
  });

  it('R37: names another source if the judge does', async () => {
    judge.answers(json({ ...DAILY, source: 'elsewhere' }));
    const { text } = await oj.told('get_daily_challenge');
    expect(text.split('\n')[2]).toBe('- Source: elsewhere | ID: 1 | Difficulty: Easy');
  });

  it('T1, C11: tags of HTML do not come through', async () => {
    judge.answers(json({ ...DAILY, content: '<b>bold</b>' }));
    const { text } = await oj.told('get_daily_challenge');
    expect(text.endsWith('---\n\n**bold**')).toBe(true);
  });
});

describe('R25, S4.5, T1: HTTP 202', () => {
  const inAMoment = 'The daily challenge is being fetched. Please retry in a moment.';

  it.each([30, 0, 1, 4_000_000_000])('R25: retry_after %i is told', async (seconds) => {
    judge.answers(json({ retry_after: seconds, status: 'fetching' }, 202));
    expect((await oj.call('get_daily_challenge')).result).toEqual({
      content: [{ type: 'text', text: `The daily challenge is being fetched. Please retry in ${seconds} seconds.` }],
      structuredContent: { status: 'fetching', retry_after: seconds },
    });
  });

  it.each([
    '{"status":"fetching"}',
    '{"retry_after":-1}',
    '{"retry_after":1.5}',
    '{"retry_after":30.0}',
    '{"retry_after":1e3}',
    '{"retry_after":-0}',
    '{"retry_after":"30"}',
    '{"retry_after":null}',
    '{"retry_after":{}}',
    '[30]',
    '30',
    'null',
    '{"retry_after":30',
    '',
  ])('R25: the body %s is told in general words', async (body) => {
    judge.answers(json(body, 202));
    expect((await oj.call('get_daily_challenge')).result).toEqual({
      content: [{ type: 'text', text: inAMoment }],
      structuredContent: { status: 'fetching' },
    });
  });

  it('R25: so is a body that is no JSON, or no UTF-8', async () => {
    judge.answers(send(202, '{"retry_after":30}', { 'content-type': 'text/plain' }));
    expect(await oj.told('get_daily_challenge')).toEqual({ text: inAMoment, isError: false });
    judge.answers(json(Buffer.from([0xff]), 202));
    expect(await oj.told('get_daily_challenge')).toEqual({ text: inAMoment, isError: false });
  });
});
