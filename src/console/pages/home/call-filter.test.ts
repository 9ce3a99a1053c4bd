import { expect, it } from 'vitest';
import type { CallSummary } from '../../mcp/server-types.ts';
import { countAfter, filterOf, isActive, matching } from './call-filter.ts';

const call = (n: number, changes: Partial<CallSummary> = {}): CallSummary => ({
  n,
  at: `2026-11-17T08:00:0${n}.000Z`,
  tool: 'add',
  toolset: 'cobol',
  client: 'Claude Code',
  outcome: 'ok',
  ms: 1,
  size_in: 0,
  size_out: 0,
  ...changes,
});
const CALLS = [
  call(1),
  call(2, { tool: 'read_content', toolset: 'books', outcome: 'failed', code: 'NOT_FOUND', subject: 'ann' }),
  call(3, { outcome: 'invalid', client: 'Cursor' }),
  call(4, { arguments: '{"query":"Needle"}', result: 'in the haystack' }),
];

it.each([
  ['', [4, 3, 2, 1]],
  ['text=claude', [4, 2, 1]],
  ['text=CLAUDE+not_found', [2]],
  ['text=ann', [2]],
  ['text=needle+haystack', [4]],
  ['text=+++', [4, 3, 2, 1]],
  ['text=nothing', []],
  ['toolset=books', [2]],
  ['outcome=ok', [4, 1]],
  ['outcome=failed', [3, 2]],
  ['outcome=other', [4, 3, 2, 1]],
  ['toolset=cobol&outcome=failed&text=cursor', [3]],
])('"%s" shows %j', (query, wanted) => {
  expect(matching(CALLS, filterOf(new URLSearchParams(query))).map(({ n }) => n)).toEqual(wanted);
});

it('knows whether anything is left out', () => {
  expect(isActive(filterOf(new URLSearchParams('text=+&view=x')))).toBe(false);
  expect(isActive(filterOf(new URLSearchParams('outcome=ok')))).toBe(true);
});

it('counts what came after a call, also from a server that has begun anew', () => {
  expect(countAfter(CALLS, CALLS[1])).toBe(2);
  expect(countAfter(CALLS, undefined)).toBe(4);
  expect(countAfter([call(1, { at: '2026-11-17T09:00:00.000Z' })], CALLS[3])).toBe(1);
  expect(countAfter([call(5, { at: CALLS[3]?.at ?? '' })], CALLS[3])).toBe(1);
});
