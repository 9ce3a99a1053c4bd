import { describe, expect, it } from 'vitest';
import { TWO_SUM, TWO_SUM_FIELDS, TWO_SUM_TEXT } from '../testing/samples.ts';
import { ask, refusedWith } from './testing/call.ts';

describe('what is refused without a request', () => {
  it.each(['', ' ', '\t\r\n'])('R43, C19: the query %j', async (query) => {
    expect(await ask('resolve_problem', { query })).toEqual(
      refusedWith('Argument "query" is blank; expected a URL, a slug or an id of a problem.'),
    );
  });

  it.each(['.', '..', ' .. '])('R32: the query %j', async (query) => {
    expect(await ask('resolve_problem', { query })).toEqual(
      refusedWith(`Argument "query" cannot be "${query.trim()}".`),
    );
  });

  it('C20: no query, or one of another type', async () => {
    expect(await ask('resolve_problem', undefined)).toEqual(
      refusedWith('Missing argument "query"; expected a string.'),
    );
    expect(await ask('resolve_problem', { query: 1920 })).toEqual(
      refusedWith('Invalid argument "query": received 1920; expected a string.'),
    );
  });
});

it('R44: what stands around the problem may be anything', async () => {
  const body = { source: 5, id: ['x'], problem: TWO_SUM };
  const { result } = await ask('resolve_problem', { query: 'two-sum' }, { body });
  expect(result).toEqual({ content: [{ type: 'text', text: TWO_SUM_TEXT }], structuredContent: TWO_SUM_FIELDS });
});

it('a problem that does not say its source has that around it', async () => {
  for (const [outer, source] of [
    ['leetcode', 'leetcode'],
    [5, 'N/A'],
  ]) {
    const body = { source: outer, id: '1', problem: { ...TWO_SUM, source: undefined } };
    const { result } = await ask('resolve_problem', { query: 'two-sum' }, { body });
    expect(result.structuredContent).toMatchObject({ ...TWO_SUM_FIELDS, source });
  }
});

it('R44: tells the nested problem', async () => {
  const body = { source: 'outer', id: '999', problem: TWO_SUM };
  expect(await ask('resolve_problem', { query: 'https://leetcode.com/problems/two-sum/?x=1#y' }, { body })).toEqual({
    result: { content: [{ type: 'text', text: TWO_SUM_TEXT }], structuredContent: TWO_SUM_FIELDS },
    paths: ['/api/v1/resolve/https%3A%2F%2Fleetcode.com%2Fproblems%2Ftwo-sum%2F%3Fx%3D1%23y'],
  });
});
