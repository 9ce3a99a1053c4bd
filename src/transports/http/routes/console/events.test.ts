import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { EndedCall } from '../../../../kernel/dispatch.ts';
import { ANONYMOUS, type Principal } from '../../gate/principal.ts';
import { answeringServer, ask } from '../../testing/answering-server.ts';
import { ListeningPage } from '../../testing/listening-page.ts';
import { CallFeed } from './call-feed.ts';
import { ConsoleEvents } from './events.ts';
import type { LiveStory } from './live-story.ts';

const PRINCIPALS: Readonly<Record<string, Principal>> = {
  ann: { key: 'ann', subject: 'ann', scopes: new Set(['tools:call']) },
  bob: { key: 'bob', subject: 'bob', scopes: new Set(['metrics:read']) },
};

/** Events on a real port; the path says who comes. */
async function watchable({ payloads = false, stateEveryMs = 20, state = async (): Promise<object> => ({}) } = {}) {
  const feed = new CallFeed(payloads);
  const asked: boolean[] = [];
  const story = {
    hello: ({ subject }: Principal, seesAll: boolean) => ({ subject, sees_all: seesAll }),
    state: async (seesAll: boolean) => {
      asked.push(seesAll);
      return { seesAll, ...(await state()) };
    },
  } as unknown as LiveStory;
  const events = new ConsoleEvents(feed, story, stateEveryMs);
  const known = new Map(Object.entries(PRINCIPALS));
  const url = await answeringServer((context) => {
    const name = context.incoming.url?.slice(1) ?? '';
    return events.answer(context, known.get(name) ?? ANONYMOUS, async () => known.get(name) ?? ANONYMOUS);
  });
  return { feed, events, url, known, asked };
}

const ended = (changes: Partial<EndedCall> = {}): EndedCall => ({
  tool: 'add',
  outcome: 'ok',
  elapsedMs: 1,
  caller: { name: 'tester' },
  args: {},
  ...changes,
});
const by = (subject: string) => ended({ caller: { name: 'tester', subject } });

const listen = (url: string, name = '') => ListeningPage.open(`${url}/${name}`);

describe('a page that comes', () => {
  it('is told what the server is, the calls so far, how it is, and each call as it ends', async () => {
    const { feed, url } = await watchable();
    feed.record(ended());
    const page = await listen(url);
    await expect.poll(() => page.told.length).toBeGreaterThanOrEqual(3);
    expect(page.told.slice(0, 3)).toMatchObject([
      { event: 'hello', data: { sees_all: true, payloads: false } },
      { event: 'calls', data: [{ n: 1, tool: 'add' }] },
      { event: 'state', data: { seesAll: true } },
    ]);
    feed.record(ended({ tool: 'validate_date' }));
    await expect.poll(() => page.heard('call')).toMatchObject([{ n: 2, tool: 'validate_date' }]);
    expect(page.response.headers.get('content-type')).toBe('text/event-stream');
    expect(page.response.headers.get('cache-control')).toBe('no-store');
    page.leave();
  });

  it('sees its own calls only, unless it may see the metrics', async () => {
    const { feed, url } = await watchable();
    for (const name of ['ann', 'bob']) feed.record(by(name));
    const ann = await listen(url, 'ann');
    const bob = await listen(url, 'bob');
    for (const name of ['ann', 'carl', 'ann']) feed.record(by(name));
    await expect.poll(() => bob.heard('call').length).toBe(3);
    await expect.poll(() => ann.heard('call').length).toBe(2);
    const subjects = (calls: ReturnType<ListeningPage['heard']>) => calls.map(({ subject }) => subject);
    expect(subjects(ann.heard('calls')[0])).toEqual(['ann']);
    expect(subjects(ann.heard('call'))).toEqual(['ann', 'ann']);
    expect(subjects(bob.heard('calls')[0])).toEqual(['ann', 'bob']);
    expect([ann.heard('hello')[0].sees_all, bob.heard('hello')[0].sees_all]).toEqual([false, true]);
    await expect.poll(() => [ann.heard('state')[0]?.seesAll, bob.heard('state')[0]?.seesAll]).toEqual([false, true]);
    ann.leave();
    bob.leave();
  });

  it('gets the newest calls that fit into half of what may wait for it', async () => {
    const { feed, url } = await watchable({ payloads: true });
    const text = '\u20ac'.repeat(4000);
    for (let n = 0; n < 100; n++) feed.record(ended({ result: { content: [{ type: 'text', text }] } }));
    const page = await listen(url);
    await expect.poll(() => page.heard('calls').length).toBe(1);
    const [calls] = page.heard('calls');
    expect(calls.at(-1).n).toBe(100);
    expect(calls.length).toBeLessThan(50);
    expect(Buffer.byteLength(JSON.stringify(calls))).toBeGreaterThan(480_000);
    expect(Buffer.byteLength(JSON.stringify(calls))).toBeLessThan(530_000);
    page.leave();
  });

  it('is refused when too many watch: for one principal, and for all', async () => {
    const { events, url } = await watchable();
    const pages = await Promise.all(Array.from({ length: 12 }, () => listen(url, 'ann')));
    const refused = await ask(`${url}/ann`);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10']);
    expect(JSON.parse(refused.body.toString()).message).toBe('Too many pages watch this server. Close one.');
    const other = await listen(url, 'bob');
    expect([other.response.status, events.watching]).toEqual([200, 13]);
    pages[0]?.leave();
    await expect.poll(() => events.watching).toBe(12);
    const again = await listen(url, 'ann');
    expect(again.response.status).toBe(200);
    for (const page of [...pages, other, again]) page.leave();
    await expect.poll(() => events.watching).toBe(0);
  });

  it('there are a hundred at most', async () => {
    const { events, url, known } = await watchable({ stateEveryMs: 5000 });
    const names = Array.from({ length: 101 }, (_, at) => `user-${at}`);
    for (const name of names) known.set(name, { key: name, subject: name, scopes: new Set() });
    const pages = await Promise.all(names.slice(0, 100).map((name) => listen(url, name)));
    expect(events.watching).toBe(100);
    expect((await ask(`${url}/user-100`)).status).toBe(429);
    for (const page of pages) page.leave();
    await expect.poll(() => events.watching).toBe(0);
  });
});

describe('how the server is', () => {
  it('is told again and again, and asked for once for all pages that are told the same', async () => {
    const { url, asked } = await watchable();
    const pages = await Promise.all([listen(url, 'ann'), listen(url, 'ann'), listen(url, 'bob'), listen(url)]);
    await expect.poll(() => Math.min(...pages.map((page) => page.heard('state').length))).toBeGreaterThan(5);
    const told = pages.reduce((sum, page) => sum + page.heard('state').length, 0);
    expect(asked.length).toBeLessThan(told * 0.8);
    for (const page of pages) page.leave();
  });

  it('is asked for no more when the last page has gone', async () => {
    const { url, asked, events } = await watchable();
    const page = await listen(url);
    await expect.poll(() => page.heard('state').length).toBeGreaterThan(2);
    page.leave();
    await expect.poll(() => events.watching).toBe(0);
    const before = asked.length;
    const other = await watchable();
    const watched = await listen(other.url);
    await expect.poll(() => watched.heard('state').length).toBeGreaterThan(5);
    expect(asked.length - before).toBeLessThanOrEqual(1);
    watched.leave();
  });

  it('a page that goes away while it is being found out is forgotten', async () => {
    let answer: (state: object) => void = () => {};
    const { url, events } = await watchable({ state: () => new Promise((resolve) => (answer = resolve)) });
    const page = await listen(url);
    await expect.poll(() => page.told.length).toBe(2);
    page.leave();
    await expect.poll(() => events.watching).toBe(0);
    answer({});
  });

  it('when it cannot be told, the page is sent away and may come again', async () => {
    const { url, events } = await watchable({ state: () => Promise.reject(new Error('no')) });
    const page = await listen(url);
    await page.done;
    expect(events.watching).toBe(0);
  });
});

describe('the end', () => {
  it('a server that stops ends the streams, and takes no more', async () => {
    const { url, events } = await watchable();
    const pages = await Promise.all([listen(url, 'ann'), listen(url)]);
    await expect.poll(() => pages.every((page) => page.heard('state').length > 0)).toBe(true);
    events.close();
    await Promise.all(pages.map((page) => page.done));
    expect([...pages.map((page) => page.end), events.watching]).toEqual(['ended', 'ended', 0]);
    expect((await ask(url)).status).toBe(503);
  });

  it('a page that was left before its answer began leaves nothing behind', async () => {
    const { url, events } = await watchable();
    const { port } = new URL(url);
    for (let n = 0; n < 20; n++) {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n', () => socket.destroy());
      });
      socket.on('error', () => {});
    }
    const page = await listen(url);
    await expect.poll(() => events.watching).toBe(1);
    page.leave();
  });

  it('a token that is taken back, or is given other scopes, ends its streams alone', async () => {
    const { url, known } = await watchable();
    const [ann, bob, other] = await Promise.all([listen(url, 'ann'), listen(url, 'bob'), listen(url)]);
    await expect.poll(() => ann.heard('state').length).toBeGreaterThan(1);
    known.set('ann', { key: 'ann', subject: 'ann', scopes: new Set(['metrics:read']) });
    await ann.done;
    expect([bob.end, other.end]).toEqual(['open', 'open']);
    known.delete('bob');
    await bob.done;
    expect(other.end).toBe('open');
    other.leave();
  });
});

it('a page that does not read misses calls, is told how many, and holds up nobody', async () => {
  const { url, feed } = await watchable({ payloads: true });
  const { port } = new URL(url);
  const slow = connect(Number(port), '127.0.0.1');
  slow.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  let text = '';
  await new Promise((resolve) => slow.once('data', resolve));
  slow.pause();
  const quick = await listen(url);
  const calls = 4000;
  const result = { content: [{ type: 'text' as const, text: 'x'.repeat(4000) }] };
  for (let n = 0; n < calls; n++) {
    feed.record(ended({ args: 'y'.repeat(1000), result }));
    if (n % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => quick.heard('call').length, { timeout: 30_000 }).toBeGreaterThan(calls / 2);
  slow.on('data', (part) => (text += part)).resume();
  await expect.poll(() => /event: missed/.test(text), { timeout: 30_000 }).toBe(true);
  const count = () => {
    const missed = Array.from(text.matchAll(/event: missed\ndata: \{"calls":(\d+)\}/g), ([, n]) => Number(n));
    return missed.reduce((sum, n) => sum + n, 0) + text.split('event: call\n').length - 1;
  };
  await expect.poll(count, { timeout: 30_000 }).toBe(calls);
  expect(text.length).toBeLessThan(calls * 5000);
  slow.destroy();
  quick.leave();
});
