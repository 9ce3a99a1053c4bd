import { describe, expect, it } from 'vitest';
import { TWO_SUM, TWO_SUM_FIELDS, TWO_SUM_TEXT } from '../testing/samples.ts';
import { ask, refusedWith } from './testing/call.ts';

const NO_SOURCE = 'Argument "source" is blank; expected a platform such as leetcode, codeforces, atcoder or luogu.';
const NO_ID = 'Argument "id" is blank; expected the id of a problem such as 1 or 1920A.';

it('R46: tells the problem twice', async () => {
  expect(await ask('get_problem', { source: ' leetcode ', id: '1' }, { body: TWO_SUM })).toEqual({
    result: { content: [{ type: 'text', text: TWO_SUM_TEXT }], structuredContent: TWO_SUM_FIELDS },
    paths: ['/api/v1/problems/leetcode/1'],
  });
});

it.each([{ source: undefined }, { source: null }])('a judge that does not say the source: %j', async (gap) => {
  const { result } = await ask('get_problem', { source: ' leetcode ', id: '1' }, { body: { ...TWO_SUM, ...gap } });
  expect(result).toEqual({ content: [{ type: 'text', text: TWO_SUM_TEXT }], structuredContent: TWO_SUM_FIELDS });
});

it('a Chinese statement that is no text is not needed', async () => {
  for (const content_cn of [5, ['x'], {}, '\ud83d']) {
    const { result } = await ask('get_problem', { source: 'leetcode', id: '1' }, { body: { ...TWO_SUM, content_cn } });
    expect(result.structuredContent).toEqual(TWO_SUM_FIELDS);
  }
});

it.each([
  { source: '\ud83d' },
  { id: '\ude00' },
  { title: 'a\ud83d' },
  { difficulty: '\ud83d' },
  { tags: ['a', '\ud83d'] },
  { link: '\ud83d' },
  { content: 'a\ud83d <b>b</b>' },
])('R19: half a surrogate pair is no text: %j', async (broken) => {
  const asked = ask('get_problem', { source: 'leetcode', id: '1' }, { body: { ...TWO_SUM, ...broken } });
  await expect(asked).rejects.toThrow('is not as expected: expected well-formed Unicode.');
});

it('no half of a surrogate pair comes back from the arguments', async () => {
  const { result } = await ask('get_problem', { source: 'a\ud83d', id: '1' }, { body: { id: '1' } });
  expect(result.structuredContent).toMatchObject({ source: 'a\ufffd' });
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
