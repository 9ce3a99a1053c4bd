import { describe, expect, it, vi } from 'vitest';
import { TWO_SUM } from '../../../src/toolsets/oj/testing/samples.ts';
import { endless, json, problemDocument, send } from '../../harness/oj/judge-answers.ts';
import { judgeAndOj } from '../../harness/oj/oj-server.ts';

const { judge, oj } = await judgeAndOj();
const MIB = 1_048_576;
const CAP = 102_400;
const MARK = '\n\n... (truncated)';
const problem = { source: 'leetcode', id: '1' };
const ask = () => oj.told('get_problem', problem);

/** A problem whose JSON has exactly so many bytes; the filling sits in a field that nobody reads. */
function bodyOf(bytes: number, end = ''): Buffer {
  const frame = JSON.stringify({ ...TWO_SUM, note: end });
  return Buffer.from(JSON.stringify({ ...TWO_SUM, note: 'x'.repeat(bytes - Buffer.byteLength(frame)) + end }));
}

describe('R11, S2.2: the body', () => {
  it('R11: of exactly 1,048,576 bytes is used', async () => {
    const body = bodyOf(MIB);
    expect(body).toHaveLength(MIB);
    judge.answers(json(body));
    expect((await ask()).isError).toBe(false);
  });

  it('R11: with one byte more is cut, which breaks the JSON', async () => {
    judge.answers(json(bodyOf(MIB + 1)));
    expect(await oj.refused('get_problem', problem)).toEqual({
      code: -32603,
      message: "The judge's answer cannot be used: it is not valid JSON (it was cut off at 1048576 bytes).",
    });
  });

  it('R11, S2.2: of 2 MiB is used up to exactly 1,048,576 bytes', async () => {
    judge.answers(json(Buffer.concat([bodyOf(MIB), Buffer.alloc(MIB, '!')])));
    expect((await ask()).isError).toBe(false);
  });

  it.each([1, 2, 3])('R11, C4: a character cut after %i of its bytes is dropped, not an error', async (bytes) => {
    const start = JSON.stringify(TWO_SUM);
    const body = Buffer.concat([
      Buffer.from(start + ' '.repeat(MIB - Buffer.byteLength(start) - bytes)),
      Buffer.from('😀'),
    ]);
    expect(body).toHaveLength(MIB - bytes + 4);
    judge.answers(json(body));
    expect((await ask()).isError).toBe(false);
  });

  it('R11, C4: the same in the body of an error', async () => {
    judge.answers(json(Buffer.from(`"${'a'.repeat(MIB - 2)}😀"`), 500));
    expect(await ask()).toEqual({ text: `[500] "${'a'.repeat(499)}`, isError: true });
  });

  it('R11: nothing is waited for beyond 1,048,576 bytes', async () => {
    judge.answers((response) => response.writeHead(200, { 'content-type': 'application/json' }).write(bodyOf(MIB)));
    expect((await ask()).isError).toBe(false);
  });

  it('R11, C3: an endless body is let go', async () => {
    judge.answers(endless('{"title":"', 'x'));
    expect((await oj.refused('get_problem', problem)).message).toContain('cut off at 1048576 bytes');
    await vi.waitFor(() => expect(judge.abandoned).toBe(1), 10_000);
  });

  it('R11, R22: an endless error is let go and shown', async () => {
    judge.answers(endless('', 'abc', 500, { 'content-type': 'text/plain' }));
    expect(await ask()).toEqual({ text: `[500] ${'abc'.repeat(167).slice(0, 500)}`, isError: true });
    await vi.waitFor(() => expect(judge.abandoned).toBe(1), 10_000);
  });
});

describe('R27, S5.2: the text of a result', () => {
  const head = '# T\n\n- Source: a | ID: 1 | Difficulty: N/A\n- Tags: N/A\n- Link: N/A\n- AC Rate: N/A\n\n---\n\n';
  const told = async (statement: string) => {
    judge.answers(json({ source: 'a', id: '1', title: 'T', content: statement }));
    const { text, isError } = await ask();
    expect(isError).toBe(false);
    return text;
  };
  const room = CAP - head.length;

  it('R27: of exactly 102,400 bytes is untouched', async () => {
    expect(await told('x'.repeat(room))).toBe(head + 'x'.repeat(room));
  });

  it('R27, C14: with one byte more is cut and says so in 17 characters', async () => {
    expect(await told('x'.repeat(room + 1))).toBe(head + 'x'.repeat(room) + MARK);
    expect(MARK).toHaveLength(17);
  });

  it.each(['é', '日', '😀'])('R27: is never cut inside %s', async (character) => {
    for (let short = 1; short < Buffer.byteLength(character); short++) {
      const filling = 'x'.repeat(room - short);
      expect(await told(filling + character)).toBe(head + filling + MARK);
    }
  });

  it('R27: of 200 KiB ends at most 17 bytes beyond the limit', async () => {
    const text = await told('日本語 '.repeat(20_480));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(CAP + 17);
    expect(text.endsWith(MARK)).toBe(true);
    expect(Buffer.from(text).toString()).toBe(text);
  });

  it('R28, C13: that was cut before stays as it is', async () => {
    const once = 'x'.repeat(room - 1) + MARK;
    expect(await told(once)).toBe(head + once);
    const full = 'x'.repeat(room) + MARK;
    expect(await told(full)).toBe(head + full);
    expect(await told(`x${full}`)).toBe(head + full);
  });

  it('R27: the structure beside it is cut as well', async () => {
    judge.answers(json({ source: 'a', id: '1', content: 'x'.repeat(200_000) }));
    const { result } = await oj.call('get_problem', problem);
    expect(result.structuredContent).toEqual({ source: 'a', id: '1', statement: 'x'.repeat(CAP) + MARK });
  });

  it('R27, C5: an error is cut, too', async () => {
    judge.answers(problemDocument({ title: 'T', detail: '😀'.repeat(50_000) }, 500));
    const { text, isError } = await ask();
    expect(isError).toBe(true);
    expect(text).toBe(`[500] T: ${'😀'.repeat(25_597)}${MARK}`);
  });

  it('R27: so is what is said about an unknown tool', async () => {
    const { text } = await oj.told('x'.repeat(200_000));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(CAP + 17);
  });

  it('R27: so is a long table', async () => {
    const results = Array.from({ length: 50 }, () => ({
      source: 'a',
      id: '1',
      similarity: 1,
      title: 't'.repeat(5000),
    }));
    judge.answers(json({ results }));
    const { text } = await oj.told('find_similar_problems', { query: 'graphs' });
    expect(Buffer.byteLength(text)).toBe(CAP + 17);
  });
});

it('D7: a judge that refuses 5 MB of id is told of in few words', async () => {
  judge.answers(send(200, 'never asked'));
  const answer = await oj.call('get_problem', { source: 'leetcode', id: 'x'.repeat(5 * 1024 * 1024) });
  expect(JSON.stringify(answer).length).toBeLessThan(1000);
});
