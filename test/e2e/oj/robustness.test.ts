import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { TWO_SUM, TWO_SUM_TEXT } from '../../../src/toolsets/oj/testing/samples.ts';
import { hangUp, json, never, send } from '../../harness/oj/judge-answers.ts';
import { judgeAndOj, OjServer } from '../../harness/oj/oj-server.ts';

const { judge, oj } = await judgeAndOj(['--token', 'secret']);
const problem = { source: 'leetcode', id: '1' };
const ask = () => oj.told('get_problem', problem);

afterEach(async () => {
  judge.answers(json(TWO_SUM));
  expect(await ask()).toEqual({ text: TWO_SUM_TEXT, isError: false });
});

describe('R57, D1: statements that are no statements', () => {
  it.each<[string, string]>([
    ['2,000 open elements', '<div>'.repeat(2000)],
    ['100,000 open elements', '<b>'.repeat(100_000)],
    ['as many closing ones', '</ul>'.repeat(100_000)],
    ['nested lists', '<ul><li>'.repeat(20_000)],
    ['nothing but opening brackets', '<'.repeat(300_000)],
    ['an attribute without end', `<p title="${'x'.repeat(300_000)}`],
    ['a comment without end', `text <p>one</p> <!-- ${'-'.repeat(300_000)}`],
    ['control characters', '<p>\u0000\u0001\u001f\u007f\ufffe</p>'],
    ['entities that do not exist', '<p>&nope;&#0;&#x110000;&#xd800;&</p>'],
    ['tables in tables', '<table><tr><td>'.repeat(5000)],
  ])('R57: %s', async (_, content) => {
    judge.answers(json({ ...TWO_SUM, content }));
    const { text, isError } = await ask();
    expect(isError).toBe(false);
    expect(text.startsWith('# Two Sum\n\n')).toBe(true);
    expect(Buffer.from(text).toString()).toBe(text);
  });
});

describe('JSON that is meant badly', () => {
  it('nesting without end in a field that nobody reads', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    judge.answers(json(JSON.stringify({ ...TWO_SUM, note: 'DEEP' }).replace('"DEEP"', deep)));
    expect((await ask()).isError).toBe(false);
  });

  it('nesting without end in a field that is read', async () => {
    const deep = '{"a":'.repeat(100_000) + 1 + '}'.repeat(100_000);
    judge.answers(json(JSON.stringify({ ...TWO_SUM, title: 'DEEP' }).replace('"DEEP"', deep)));
    expect((await oj.refused('get_problem', problem)).message).toContain('field title');
  });

  it('nesting without end in an error', async () => {
    const deep = '['.repeat(1000);
    judge.answers(json(deep, 500));
    expect(await ask()).toEqual({ text: `[500] ${deep.slice(0, 500)}`, isError: true });
  });

  it('names that objects inherit', async () => {
    const extra = '{"__proto__":{"title":"evil"},"constructor":1,"toString":null,';
    judge.answers(json(`${extra}${JSON.stringify(TWO_SUM).slice(1)}`));
    expect(await ask()).toEqual({ text: TWO_SUM_TEXT, isError: false });
  });

  it('a count of a million digits', async () => {
    const frame = '{"version":"1","platforms":[{"source":"a","missing_content":0,"not_embedded":0,"total":';
    judge.answers(json(`${frame}${'9'.repeat(1_000_000)}}]}`));
    expect(await oj.refused('get_platform_status')).toEqual({
      code: -32603,
      message:
        "The judge's answer cannot be used: field platforms.0.total is not as expected: expected an unsigned integer.",
    });
  });
});

describe('a judge that comes and goes', () => {
  it('closes the connection after each answer', async () => {
    judge.answers(send(200, JSON.stringify(TWO_SUM), { 'content-type': 'application/json', connection: 'close' }));
    for (let count = 0; count < 5; count++) expect((await ask()).isError).toBe(false);
  });

  it('hangs up every other time', async () => {
    for (let count = 0; count < 5; count++) {
      judge.answers(hangUp);
      expect((await oj.refused('get_problem', problem)).code).toBe(-32603);
      judge.answers(json(TWO_SUM));
      expect((await ask()).isError).toBe(false);
    }
  });

  it('is still being asked when the client closes its end', async () => {
    judge.answers(never);
    const gone = new OjServer(['--base-url', judge.origin], { RUST_LOG: 'off' });
    gone.send('get_problem', problem);
    await new Promise((resolve) => setTimeout(resolve, 200));
    gone.process.child.stdout.destroy();
    for (let id = 100; id < 200; id++) gone.process.write({ jsonrpc: '2.0', id, method: 'ping' });
    expect(await gone.process.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });
});

describe('any answer at all', () => {
  const status = fc.oneof(fc.constant(200), fc.constant(202), fc.integer({ min: 200, max: 599 }));
  const type = fc.constantFrom('application/json', 'application/problem+json', 'text/html', undefined);
  const body = fc.oneof(
    fc.json().map((text) => Buffer.from(text)),
    fc.record({ title: fc.anything(), status: fc.anything(), detail: fc.anything() }).map(safeJson),
    fc.record({ id: fc.string(), source: fc.string(), content: fc.string(), ac_rate: fc.double() }).map(safeJson),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  );

  it('R19, R20: gets one result or one protocol error, and the server lives', async () => {
    await fc.assert(
      fc.asyncProperty(status, type, body, async (code, contentType, bytes) => {
        judge.answers(send(code, bytes, contentType === undefined ? {} : { 'content-type': contentType }));
        const { result, error } = await oj.call('get_problem', problem);
        if (error !== undefined) {
          expect(error.code).toBe(-32603);
          expect(code).toBe(200);
        } else {
          expect(result.content).toHaveLength(1);
          expect(result.isError === true).toBe(code !== 200 || result.structuredContent === undefined);
        }
      }),
      { numRuns: 300 },
    );
  });
});

function safeJson(value: unknown): Buffer {
  return Buffer.from(
    JSON.stringify(value, (_, leaf: unknown) => (typeof leaf === 'bigint' ? String(leaf) : leaf)) ?? '',
  );
}
