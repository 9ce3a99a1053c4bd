import { expect, it } from 'vitest';
import * as z from 'zod';
import { sampleDispatcher, sampleTool, textOutput } from './testing/toolsets.ts';

const small = sampleTool('small', () => textOutput('x'));
const large = sampleTool('large', () => textOutput('x'), { maxRequestBytes: () => 5000 });

it('a call needs tools:call where a toolset has no rules of its own', () => {
  const { dispatcher } = sampleDispatcher([small]);
  expect(dispatcher.find('small')?.scopesFor({}, 'ann')).toEqual(['tools:call']);
  expect(dispatcher.find('unknown')).toBeUndefined();
  expect(dispatcher.find(7)).toBeUndefined();
});

it('a toolset decides by tool, arguments and subject', () => {
  const scopes = (_: unknown, { name }: { name: string }, args: Record<string, unknown>, subject: string) => [
    `${name}:${String(args.a)}:${subject}`,
  ];
  const { dispatcher } = sampleDispatcher([small], {}, { scopes });
  expect(dispatcher.find('small')?.scopesFor({ a: 1 }, 'ann')).toEqual(['small:1:ann']);
  expect(dispatcher.find('small')?.scopesFor('no object', 'ann')).toEqual(['small:undefined:ann']);
});

it('an argument that is null because it was left out says nothing about rights', () => {
  const tool = { ...small, input: z.strictObject({ user_id: z.string().optional() }) };
  const seen: unknown[] = [];
  const scopes = (_: unknown, _tool: unknown, args: unknown) => [String(seen.push(args))];
  const onForbidden = (_: unknown, _tool: unknown, args: unknown) => void seen.push(args);
  const served = sampleDispatcher([tool], {}, { scopes, onForbidden }).dispatcher.find('small');
  served?.scopesFor({ user_id: null }, 'ann');
  served?.forbidden({ user_id: null }, 'ann');
  expect(seen).toEqual([{}, {}]);
});

it('knows which tool may need a long request', () => {
  const { dispatcher } = sampleDispatcher([small, large]);
  expect([
    dispatcher.maxRequestBytes,
    dispatcher.find('large')?.maxRequestBytes,
    dispatcher.find('small')?.maxRequestBytes,
  ]).toEqual([5000, 5000, undefined]);
  expect(sampleDispatcher([small]).dispatcher.maxRequestBytes).toBeUndefined();
});
