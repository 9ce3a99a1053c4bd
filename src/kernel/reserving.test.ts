import { describe, expect, it } from 'vitest';
import { BusyFailure } from '../lib/budget.ts';
import { callerOf } from './caller.ts';
import { progressReporter } from './session.ts';
import { origin, sampleDispatcher, sampleTool, textOutput } from './testing/toolsets.ts';
import { ANSWER_COPIES } from './tool.ts';

/** Calls a tool and tells what was reserved for it. */
async function reserved(tool: ReturnType<typeof sampleTool>, refuse?: Error) {
  const asked: number[] = [];
  const reserve = async (bytes: number) => {
    asked.push(bytes);
    if (refuse) throw refuse;
  };
  const result = await sampleDispatcher([tool]).dispatcher.call(tool.name, {}, origin({ reserve }));
  return { asked, result };
}

describe('room for answers', () => {
  it('is reserved for a long one before it is made JSON, and not for a short one', async () => {
    const long = 'x'.repeat(100_000);
    expect((await reserved(sampleTool('long', () => textOutput(long)))).asked).toEqual([100_000 * ANSWER_COPIES]);
    expect((await reserved(sampleTool('short', () => textOutput('x')))).asked).toEqual([]);
  });

  it('is reserved once when the tool itself knew how much it would need', async () => {
    const tool = sampleTool('knows', async (_, call) => {
      await call.reserve(5);
      return textOutput('x'.repeat(100_000));
    });
    expect((await reserved(tool)).asked).toEqual([5]);
  });

  it('that cannot be had is a failure that tells to try again', async () => {
    const { result } = await reserved(
      sampleTool('long', () => textOutput('x'.repeat(100_000))),
      new BusyFailure(),
    );
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({ code: 'BUSY', retryable: true });
  });
});

describe('what a client says of itself', () => {
  it('is kept up to 255 characters', () => {
    const caller = callerOf({ name: 'n'.repeat(4_000_000), version: 'v'.repeat(300) }, 'me');
    expect(caller).toEqual({ name: 'n'.repeat(255), version: 'v'.repeat(255), subject: 'me' });
  });

  it('may be anything', () => {
    for (const info of [undefined, null, 5, {}, { name: 5 }, []])
      expect(callerOf(info, undefined).name).toBe('unknown client');
    expect(callerOf({ name: 'a', version: 2 }, undefined)).toEqual({
      name: 'a',
      version: undefined,
      subject: undefined,
    });
  });

  it('what goes ahead of an answer says which invisible characters it has', () => {
    const sent: object[] = [];
    const report = progressReporter('t', { notify: ({ params }) => void sent.push(params) });
    report?.(1, undefined, 'm', { name: 'plain' });
    report?.(2, undefined, 'm', { name: 'a\u200bb' });
    expect(sent).toMatchObject([
      { _meta: { name: 'plain' } },
      { _meta: { name: 'a\u200bb', hidden_characters: { total: 1, zero_width: 1 } } },
    ]);
    expect(sent[0]).not.toHaveProperty('_meta.hidden_characters');
  });

  it('a progress token is repeated in each notification, so a long one gets none', () => {
    const exchange = { notify: () => {} };
    expect(progressReporter('t'.repeat(1025), exchange)).toBeUndefined();
    expect(progressReporter('t'.repeat(1024), exchange)).toBeDefined();
  });
});
