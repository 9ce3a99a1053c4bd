import { describe, expect, it } from 'vitest';
import { TWO_SUM } from '../../../src/toolsets/oj/testing/samples.ts';
import { endAfter, hangUp, json, resetAfter } from '../../harness/oj/judge-answers.ts';
import { judgeAndOj, OjServer } from '../../harness/oj/oj-server.ts';

const { judge, oj } = await judgeAndOj(['--token', 'secret']);
const problem = { source: 'leetcode', id: '1' };

/** Every broken answer is a JSON-RPC error, and the next call is served as if nothing had been. */
async function messageOf(name = 'get_problem', args: object = problem): Promise<string> {
  const { code, message } = await oj.refused(name, args);
  expect(code).toBe(-32603);
  judge.answers(json(TWO_SUM));
  expect((await oj.told('get_problem', problem)).isError).toBe(false);
  return message;
}

const unreachable = (origin: string, why: string) =>
  `The judge at ${origin} could not be reached: ${why}. Check --base-url and the network, then try again.`;

describe('R19, S4.1: no answer', () => {
  it('R19: closed without a word', async () => {
    judge.answers(hangUp);
    expect(await messageOf()).toBe(unreachable(judge.origin, 'the connection was closed (UND_ERR_SOCKET)'));
  });

  it('R19: reset in the middle of the body', async () => {
    judge.answers(resetAfter('{"id":"1",'));
    expect(await messageOf()).toContain(`The judge at ${judge.origin} could not be reached: `);
  });

  it('R19: ended in the middle of the body', async () => {
    judge.answers(endAfter('{"id":"1",'));
    expect(await messageOf()).toContain(`The judge at ${judge.origin} could not be reached: `);
  });

  it('R19: not HTTP at all', async () => {
    judge.answers((response) => response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'));
    expect(await messageOf()).toContain(`The judge at ${judge.origin} could not be reached: `);
  });

  it('R19: headers without end', async () => {
    judge.answers((response) => {
      response.socket?.write(`HTTP/1.1 200 OK\r\n${'x-filling: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(1000)}`);
    });
    expect(await messageOf()).toContain(`The judge at ${judge.origin} could not be reached: `);
  });

  it('R19: connection refused', async () => {
    const alone = new OjServer(['--base-url', 'http://127.0.0.1:1'], { RUST_LOG: 'off' });
    const error = { code: -32603, message: unreachable('http://127.0.0.1:1', 'connection refused (ECONNREFUSED)') };
    expect(await alone.refused('get_problem', problem)).toEqual(error);
    expect(await alone.refused('get_daily_challenge')).toEqual(error);
    expect(await alone.process.end()).toMatchObject({ code: 0, stderr: '' });
  });

  it('R19: a host that does not exist', async () => {
    const alone = new OjServer(['--base-url', 'http://no-such-host.invalid'], { RUST_LOG: 'off' });
    const { code, message } = await alone.refused('get_problem', problem);
    expect(code).toBe(-32603);
    expect(message).toContain('The judge at http://no-such-host.invalid could not be reached: the host name ');
    await alone.process.end();
  });
});

describe('R19, S4.1: HTTP 200 that cannot be used', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['truncated', '{"id":"1","title":"Two', 'it is not valid JSON'],
    ['empty', '', 'it is not valid JSON'],
    ['not JSON', '<html>', 'it is not valid JSON'],
    ['two values', '{} {}', 'it is not valid JSON'],
    ['NaN', '{"ac_rate":NaN}', 'it is not valid JSON'],
    ['not UTF-8', Buffer.from('{"title":"\xe4"}', 'latin1'), 'it is not valid UTF-8'],
    ['half a character at the end', Buffer.from([0x22, 0xf0, 0x9f]), 'it is not valid UTF-8'],
    ['null', 'null', 'the answer is not as expected: Invalid input: expected object, received null'],
    ['an array', '[]', 'the answer is not as expected: Invalid input: expected object, received array'],
    ['a string', '"x"', 'the answer is not as expected: Invalid input: expected object, received string'],
    ['a number', '1.50', 'the answer is not as expected: Invalid input: expected object, received number'],
    ['no id', '{"source":"a"}', 'field id is not as expected: Invalid input: expected string, received undefined'],
    [
      'an id of another type',
      '{"source":"a","id":1}',
      'field id is not as expected: Invalid input: expected string, received number',
    ],
    [
      'a tag of another type',
      '{"source":"a","id":"1","tags":["x",5]}',
      'field tags.1 is not as expected: Invalid input: expected string, received number',
    ],
    [
      'a rate beyond any number',
      '{"source":"a","id":"1","ac_rate":1e999}',
      'field ac_rate is not as expected: Invalid input: expected number, received Infinity',
    ],
  ])('R19: %s', async (_, body, why) => {
    judge.answers(json(body));
    expect(await messageOf()).toBe(`The judge's answer cannot be used: ${why}.`);
  });

  it.each<[string, object, string]>([
    ['find_similar_problems', { query: 'graphs' }, '{"results":[{"source":"a","id":"1","similarity":"0.5"}]}'],
    ['find_similar_problems', { query: 'graphs' }, '{"rewritten_query":"x"}'],
    ['find_similar_problems', { query: 'graphs' }, '{"results":{}}'],
    ['resolve_problem', { query: 'x' }, '{"problem":{"title":"no id"}}'],
    ['resolve_problem', { query: 'x' }, '{"problem":"x"}'],
    ['get_platform_status', {}, '{"version":"1"}'],
    ['get_platform_status', {}, '{"platforms":[]}'],
    ...['-1', '1.5', '"5"', 'null', '1e3', '{}'].map((total): [string, object, string] => [
      'get_platform_status',
      {},
      `{"version":"1","platforms":[{"source":"a","total":${total},"missing_content":0,"not_embedded":0}]}`,
    ]),
    ['get_daily_challenge', {}, '{"title":"no id"}'],
  ])('R19: %s %j gets %s', async (name, args, body) => {
    judge.answers(json(body));
    expect(await messageOf(name, args)).toMatch(/^The judge's answer cannot be used: field \S+ is not as expected: /);
  });
});
