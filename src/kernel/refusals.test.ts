import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Dispatcher } from './dispatch.ts';
import { ToolFailure } from './errors.ts';
import { keepingLog, sampleTool, sampleToolset, textOutput } from './testing/toolsets.ts';

const origin = { signal: new AbortController().signal, caller: { name: 'test' } };

function dispatcherOf(...args: Parameters<typeof sampleToolset>): Dispatcher {
  return new Dispatcher([{ toolset: sampleToolset(...args), world: undefined }], { log: keepingLog().log });
}

describe('refusals', () => {
  it('a failure has no structure, whatever its error carries: it would not fit the output schema', async () => {
    const tool = sampleTool('fail', () => {
      throw Object.assign(new ToolFailure('No.'), { data: { code: 'NO' } });
    });
    expect(await dispatcherOf([tool]).call('fail', {}, origin)).toStrictEqual({
      content: [{ type: 'text', text: 'No.' }],
      isError: true,
    });
  });

  it('a toolset words bad arguments itself', async () => {
    const tool = { ...sampleTool('strict', () => textOutput('')), input: z.strictObject({ a: z.string() }) };
    const refuse = (problems: readonly { field: string }[]) =>
      JSON.stringify({ fields: problems.map(({ field }) => field) });
    expect(await dispatcherOf([tool], { refuse }).call('strict', { b: 1, c: 2 }, origin)).toEqual({
      content: [{ type: 'text', text: '{"fields":["a","b, c"]}' }],
      isError: true,
    });
  });

  it('an unknown argument of a strict tool is named, with what there is', async () => {
    const tool = { ...sampleTool('strict', () => textOutput('')), input: z.strictObject({ a: z.string() }) };
    const result = await dispatcherOf([tool]).call('strict', { a: 'x', b: 1 }, origin);
    expect(result.content[0]?.text).toBe('Unknown argument "b"; strict takes a.');
  });

  it('what is about a result goes into _meta', async () => {
    const tool = sampleTool('cut', () => ({ ...textOutput('x'), meta: { truncated: true } }));
    expect(await dispatcherOf([tool]).call('cut', {}, origin)).toMatchObject({ _meta: { truncated: true } });
  });
});
