import { describe, expect, it } from 'vitest';
import { TWO_SUM, TWO_SUM_FIELDS, TWO_SUM_TEXT } from '../samples.testing.ts';
import { ask, refusedWith } from './call.testing.ts';

const NO_SOURCE = 'Argument "source" is blank; expected a platform such as leetcode, codeforces, atcoder or luogu.';
const NO_ID = 'Argument "id" is blank; expected the id of a problem such as 1 or 1920A.';

it('R46: tells the problem twice', async () => {
  expect(await ask('get_problem', { source: ' leetcode ', id: '1' }, { body: TWO_SUM })).toEqual({
    result: { content: [{ type: 'text', text: TWO_SUM_TEXT }], structuredContent: TWO_SUM_FIELDS },
    paths: ['/api/v1/problems/leetcode/1'],
  });
});

describe('what is refused without a request', () => {
  it.each<[object, string]>([
    [{ source: '', id: '1' }, NO_SOURCE],
    [{ source: '  ', id: '1' }, NO_SOURCE],
    [{ source: 'leetcode', id: '' }, NO_ID],
    [{ source: 'leetcode', id: '\t\n' }, NO_ID],
    [{ source: '', id: '' }, NO_SOURCE],
    [{ source: '..', id: 'daily' }, 'Argument "source" cannot be "..".'],
    [{ source: 'leetcode', id: '.' }, 'Argument "id" cannot be ".".'],
    [{ source: 'leetcode', id: ' .. ' }, 'Argument "id" cannot be "..".'],
  ])('R32, R38, T2: %j', async (args, text) => {
    expect(await ask('get_problem', args)).toEqual(refusedWith(text));
  });

  it.each<[unknown, string]>([
    [{}, 'Missing argument "source"; expected a string. Missing argument "id"; expected a string.'],
    [undefined, 'Missing argument "source"; expected a string. Missing argument "id"; expected a string.'],
    [{ source: 'leetcode' }, 'Missing argument "id"; expected a string.'],
    [{ source: null, id: '1' }, 'Invalid argument "source": received null; expected a string.'],
    [{ source: 'leetcode', id: 1 }, 'Invalid argument "id": received 1; expected a string.'],
    [[], 'The arguments of get_problem must be a JSON object, but an array came.'],
  ])('C20: %j', async (args, text) => {
    expect(await ask('get_problem', args)).toEqual(refusedWith(text));
  });
});
