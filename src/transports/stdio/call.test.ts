import { describe, expect, it } from 'vitest';
import { Dispatcher } from '../../kernel/dispatch.ts';
import { keepingLog, sampleDispatcher, sampleTool, textOutput } from '../../kernel/toolsets.testing.ts';
import { answerCall, DirectOrigin } from './call.ts';

const nobody = { name: 'nobody' };

describe('DirectOrigin', () => {
  it('gives one signal, aborted by cancel with a reason', () => {
    const origin = new DirectOrigin(nobody, undefined);
    const { signal } = origin;
    expect(signal.aborted).toBe(false);
    origin.cancel();
    expect(origin.signal).toBe(signal);
    expect(signal.reason).toEqual(new Error('cancelled by the client'));
  });

  it('may be cancelled before anyone looks', () => {
    const origin = new DirectOrigin(nobody, undefined);
    origin.cancel();
    expect(origin.signal.aborted).toBe(true);
  });
});

describe('answerCall', () => {
  it('is the result member of an answer', async () => {
    const { dispatcher } = sampleDispatcher([sampleTool('hello', () => textOutput('hi'))]);
    expect(await answerCall(dispatcher, { name: 'hello' }, new DirectOrigin(nobody, undefined))).toBe(
      '"result":{"content":[{"type":"text","text":"hi"}],"structuredContent":{"text":"hi"}}',
    );
  });

  it('tells nothing about an error that the dispatcher did not expect', async () => {
    const onCall = () => {
      throw new Error('secret detail');
    };
    const dispatcher = new Dispatcher([], { log: keepingLog().log, onCall });
    expect(await answerCall(dispatcher, {}, new DirectOrigin(nobody, undefined))).toBe(
      '"error":{"code":-32603,"message":"Internal error"}',
    );
  });
});
