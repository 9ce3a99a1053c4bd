import { expect, it } from 'vitest';
import { sampleDispatcher, sampleTool, textOutput } from './toolsets.testing.ts';

const small = sampleTool('small', () => textOutput('x'));
const large = sampleTool('large', () => textOutput('x'), { maxRequestBytes: 5000 });

it('a call needs tools:call where a toolset has no rules of its own', () => {
  const { dispatcher } = sampleDispatcher([small]);
  expect(dispatcher.scopesFor('small', {}, 'ann')).toEqual(['tools:call']);
  expect(dispatcher.scopesFor('unknown', {}, 'ann')).toBeUndefined();
  expect(dispatcher.scopesFor(7, {}, 'ann')).toBeUndefined();
});

it('a toolset decides by tool, arguments and subject', () => {
  const scopes = (_: unknown, { name }: { name: string }, args: Record<string, unknown>, subject: string) => [
    `${name}:${String(args.a)}:${subject}`,
  ];
  const { dispatcher } = sampleDispatcher([small], {}, { scopes });
  expect(dispatcher.scopesFor('small', { a: 1 }, 'ann')).toEqual(['small:1:ann']);
  expect(dispatcher.scopesFor('small', 'no object', 'ann')).toEqual(['small:undefined:ann']);
});

it('knows which tool may need a long request', () => {
  const { dispatcher } = sampleDispatcher([small, large]);
  expect([dispatcher.maxRequestBytes, dispatcher.requestBytesOf('large'), dispatcher.requestBytesOf('small')]).toEqual([
    5000,
    5000,
    undefined,
  ]);
  expect(sampleDispatcher([small]).dispatcher.maxRequestBytes).toBeUndefined();
});
